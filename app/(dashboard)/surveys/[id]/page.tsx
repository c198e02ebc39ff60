import type { Metadata } from 'next'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { SurveyActions } from '@/components/surveys/survey-actions'
import { SurveyEditor } from '@/components/surveys/survey-editor'
import { SurveyNextSteps } from '@/components/surveys/survey-next-steps'
import { SurveyTabs } from '@/components/surveys/survey-tabs'
import { Badge } from '@/components/ui/content/badge'
import { Callout } from '@/components/ui/content/callout'
import { Page, PageHeader } from '@/components/ui/content/page'
import { Button } from '@/components/ui/controls/button'
import { Link } from '@/components/ui/controls/link'
import { getPageCaller, orNotFound } from '@/server/api/session/page-caller'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, { id }, caller] = await Promise.all([getT('surveys'), params, getPageCaller()])
  return { title: `${(await orNotFound(caller.surveys.get({ id }))).data.name} · ${t('title')}` }
}

export default async function SurveyPage({ params }: Props) {
  const [t, { id }, caller] = await Promise.all([getT('surveys'), params, getPageCaller()])
  const { data: survey } = await orNotFound(caller.surveys.getWithQuestions({ id }))
  const [{ meta }, { data: language }, { data: use }, { data: alerts }] = await Promise.all([
    caller.responses.list({ survey_id: id, page: 1, limit: 1 }),
    caller.surveys.defaultLanguage(),
    caller.surveys.use({ id }),
    caller.alerts.listReferencing({ id }),
  ])
  const { name, type, status } = survey
  return (
    <Page>
      <PageHeader
        title={name}
        badge={status === 'archived' ? <Badge>{t('statuses.archived')}</Badge> : undefined}
        description={t('facts', { type: t(`typeNames.${type}`), count: meta.total })}
        back={{ href: '/surveys', label: t('title') }}
        actions={
          <>
            <ClientMessages namespaces={['surveys']}>
              <SurveyActions survey={{ id, name, status, responses: meta.total }} alerts={alerts} />
            </ClientMessages>
            {meta.total > 0 && (
              <Button asChild>
                <Link href={`/responses?survey=${id}`}>{t('seeResponses')}</Link>
              </Button>
            )}
          </>
        }
      />
      <SurveyTabs id={id} current="questions" />
      {status === 'active' && <SurveyNextSteps surveyId={id} usage={use} />}
      {status === 'archived' && <Callout>{t('archivedNote')}</Callout>}
      <ClientMessages namespaces={['surveys', 'sequences', 'preview']}>
        <SurveyEditor survey={survey} responses={meta.total} language={language} />
      </ClientMessages>
    </Page>
  )
}
