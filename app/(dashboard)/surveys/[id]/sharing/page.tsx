import { Download, QrCode } from 'lucide-react'
import type { Metadata } from 'next'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { SharedResultsSection } from '@/components/shared-results/shared-results-section'
import { HiddenFieldExample } from '@/components/survey-links/hidden-field-example'
import { LinksPerRecordDialog } from '@/components/survey-links/links-per-record-dialog'
import { CreateSurveyLinkDialog } from '@/components/survey-links/survey-link-dialog'
import { SurveyLinkTable } from '@/components/survey-links/survey-link-table'
import { WidgetSection } from '@/components/survey-widgets/widget-section'
import { SurveyHeader } from '@/components/surveys/survey-header'
import { Callout } from '@/components/ui/content/callout'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Page } from '@/components/ui/content/page'
import { Section } from '@/components/ui/content/section'
import { Button } from '@/components/ui/controls/button'
import { Pagination } from '@/components/ui/lists/pagination'
import { readPageNumber, type SearchParams } from '@/components/ui/search-params'
import { getPageCaller, orNotFound } from '@/server/api/session/page-caller'
import { WIDGETS_PER_SURVEY_MAX } from '@/server/survey-widgets/constants'
import { readLinkReferences } from './link-references'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, { id }, caller] = await Promise.all([getT('sharing'), params, getPageCaller()])
  return { title: `${t('tab')} · ${(await orNotFound(caller.surveys.get({ id }))).data.name}` }
}

export default async function SharingPage({ params, searchParams }: Props) {
  const [t, { id }, query, caller] = await Promise.all([getT('sharing'), params, searchParams, getPageCaller()])
  const [
    { data: survey },
    { meta: responses },
    { data: alerts },
    { data: links, meta },
    { data: widgets },
    { data: shared },
  ] = await Promise.all([
    orNotFound(caller.surveys.get({ id })),
    orNotFound(caller.responses.list({ survey_id: id, page: 1, limit: 1 })),
    caller.alerts.listReferencing({ id }),
    orNotFound(caller.surveyLinks.list({ id, page: readPageNumber(query), limit: 50 })),
    orNotFound(caller.surveyWidgets.list({ id, page: 1, limit: WIDGETS_PER_SURVEY_MAX })),
    orNotFound(caller.sharedResults.list({ id })),
  ])
  const [rows, widgetRows] = await Promise.all([
    Promise.all(links.map(async (link) => ({ link, references: await readLinkReferences(link) }))),
    Promise.all(widgets.map(async (widget) => ({ widget, references: await readLinkReferences(widget) }))),
  ])
  const path = `/surveys/${id}/sharing`
  return (
    <Page>
      <SurveyHeader survey={survey} responses={responses.total} alerts={alerts} tab="sharing" />
      {survey.status === 'archived' && <Callout>{t('archived')}</Callout>}
      <ClientMessages namespaces={['sharing']}>
        <Section
          title={t('title')}
          description={t('sentence')}
          action={
            <div className="flex flex-wrap gap-2">
              {links.length > 0 && (
                <Button asChild>
                  <a href={`/api/survey-links?survey=${id}`} download>
                    <Download size={16} aria-hidden />
                    {t('csv')}
                  </a>
                </Button>
              )}
              <LinksPerRecordDialog surveyId={id} />
              <CreateSurveyLinkDialog surveyId={id} />
            </div>
          }
        >
          {rows.length > 0 ? (
            <SurveyLinkTable links={rows} />
          ) : (
            <EmptyState icon={QrCode} title={t('emptyTitle')}>
              {t('emptySentence')}
            </EmptyState>
          )}
          <Pagination path={path} params={query} meta={meta} />
          {links[0] && <HiddenFieldExample url={links[0].url} fields={survey.fields} />}
        </Section>
      </ClientMessages>
      <WidgetSection surveyId={id} widgets={widgetRows} />
      <SharedResultsSection surveyId={id} shared={shared} />
    </Page>
  )
}
