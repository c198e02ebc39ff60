import type { Metadata } from 'next'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { SurveyEditor } from '@/components/surveys/survey-editor'
import { SurveyHeader } from '@/components/surveys/survey-header'
import { SurveyNextSteps } from '@/components/surveys/survey-next-steps'
import { LatestVersion } from '@/components/surveys/versions/latest-version'
import { Callout } from '@/components/ui/content/callout'
import { Page } from '@/components/ui/content/page'
import { getPageCaller, orNotFound } from '@/server/api/session/page-caller'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, { id }, caller] = await Promise.all([getT('surveys'), params, getPageCaller()])
  return { title: `${(await orNotFound(caller.surveys.get({ id }))).data.name} · ${t('title')}` }
}

export default async function SurveyPage({ params }: Props) {
  const [t, { id }, caller] = await Promise.all([getT('surveys'), params, getPageCaller()])
  const { data: survey } = await orNotFound(caller.surveys.getWithQuestions({ id }))
  const [{ meta }, { data: language }, { data: use }, { data: alerts }, { data: versions }, { data: answers }] =
    await Promise.all([
      caller.responses.list({ survey_id: id, page: 1, limit: 1 }),
      caller.surveys.defaultLanguage(),
      caller.surveys.use({ id }),
      caller.alerts.listReferencing({ id }),
      caller.surveys.versions({ id, page: 1, limit: 1 }),
      caller.surveys.answerCounts({ id }),
    ])
  const { status } = survey
  return (
    <Page>
      <SurveyHeader survey={survey} responses={meta.total} alerts={alerts} tab="questions" />
      {status === 'active' && <SurveyNextSteps surveyId={id} usage={use} />}
      {status === 'archived' && <Callout>{t('archivedNote')}</Callout>}
      {versions.map((version) => (
        <LatestVersion key={version.number} surveyId={id} version={version} />
      ))}
      <ClientMessages namespaces={['surveys', 'sequences', 'preview']}>
        <SurveyEditor survey={survey} responses={meta.total} answers={answers} language={language} />
      </ClientMessages>
    </Page>
  )
}
