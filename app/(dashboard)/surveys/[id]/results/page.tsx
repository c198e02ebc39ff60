import { ChartNoAxesColumn } from 'lucide-react'
import type { Metadata } from 'next'
import { Suspense } from 'react'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getLocale, getT } from '@/components/i18n/server'
import { LowScoreDrivers } from '@/components/overview/low-score-drivers'
import { ShareResultsDialog } from '@/components/shared-results/share-results-dialog'
import { PrintButton } from '@/components/surveys/results/print-button'
import { ResultsContent, type ResultsContentProps } from '@/components/surveys/results/results-content'
import { ResultsFilters } from '@/components/surveys/results/results-filters'
import { SurveyHeader } from '@/components/surveys/survey-header'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Page } from '@/components/ui/content/page'
import { Button } from '@/components/ui/controls/button'
import { Link } from '@/components/ui/controls/link'
import { ExportMenu } from '@/components/ui/lists/export-menu'
import { RefreshOnReturn } from '@/components/ui/lists/refresh-on-return'
import type { SearchParams } from '@/components/ui/search-params'
import { getPageCaller, orNotFound } from '@/server/api/session/page-caller'
import type { SurveyResults, SurveyResultsQuery } from '@/server/survey-results/schema'
import { pickTranslation } from '@/server/surveys/constants'
import { describeResponses, listResultsFilters, readChosenSubjects } from '../../list-results-filters'
import { COMPARISON_PARAMS, readComparedParams, readResultsQuery, toResponseListParams } from '../../results-params'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, surveys, { id }, caller] = await Promise.all([
    getT('surveyResults'),
    getT('surveys'),
    params,
    getPageCaller(),
  ])
  return { title: `${t('tab')} · ${(await orNotFound(caller.surveys.get({ id }))).data.name} · ${surveys('title')}` }
}

export default async function SurveyResultsPage({ params, searchParams }: Props) {
  const [t, { id }, search, caller] = await Promise.all([getT('surveyResults'), params, searchParams, getPageCaller()])
  const query = readResultsQuery(id, search)
  const [{ results, comparison }, { data: survey }, { meta }, { data: alerts }] = await Promise.all([
    loadResults(query, search),
    orNotFound(caller.surveys.get({ id })),
    orNotFound(caller.responses.list({ survey_id: id, page: 1, limit: 1 })),
    caller.alerts.listReferencing({ id }),
  ])
  const path = `/surveys/${id}/results`
  const listParams = toResponseListParams(id, search, requestedDays(query, results))
  return (
    <Page width="medium">
      <RefreshOnReturn />
      <SurveyHeader
        survey={survey}
        responses={meta.total}
        alerts={alerts}
        tab="results"
        actions={results.responses > 0 && <Actions query={query} results={results} />}
      />
      {meta.total === 0 ? (
        <EmptyState icon={ChartNoAxesColumn} title={t('emptyTitle')}>
          {t('emptySentence')}
        </EmptyState>
      ) : (
        <>
          <Filters
            path={path}
            params={search}
            query={query}
            results={results}
            comparison={comparison}
            version={survey.version}
            fields={survey.fields}
          />
          {results.responses === 0 ? (
            <EmptyState
              icon={ChartNoAxesColumn}
              title={t('noMatchTitle')}
              action={
                <Button asChild>
                  <Link href={path}>{t('clear')}</Link>
                </Button>
              }
            >
              {t('noMatchSentence')}
            </EmptyState>
          ) : (
            <>
              <ResultsContent results={results} comparison={comparison} listParams={listParams} />
              <Suspense fallback={null}>
                <DeferredDrivers query={query} listParams={listParams} />
              </Suspense>
            </>
          )}
        </>
      )}
    </Page>
  )
}

type ActionsProps = { query: SurveyResultsQuery; results: SurveyResults }

async function Actions({ query: { id, step: _step, ...filters }, results: { survey, questions } }: ActionsProps) {
  const [t, locale] = await Promise.all([getT('surveyResults'), getLocale()])
  const parameters = Object.entries({ id, ...filters }).map(([name, value]) => [name, String(value)])
  return (
    <>
      <PrintButton label={t('print')} />
      <ExportMenu
        path="/api/survey-results"
        query={String(new URLSearchParams(parameters))}
        count={1}
        sentence={t('export.sentence')}
      />
      <ClientMessages namespaces={['sharedResults']}>
        <ShareResultsDialog
          survey={survey}
          filters={filters}
          questions={questions.map((question) => ({ id: question.id, text: pickTranslation(question.text, locale) }))}
        />
      </ClientMessages>
    </>
  )
}

/** Null for all time. */
function requestedDays(query: SurveyResultsQuery, { period }: SurveyResults) {
  return query.days === undefined && query.from === undefined ? null : period
}

type LoadedResults = Pick<ResultsContentProps, 'results' | 'comparison'>

async function loadResults(query: SurveyResultsQuery, params: SearchParams): Promise<LoadedResults> {
  const caller = await getPageCaller()
  const compared = readComparedParams(params)
  if (compared === null) return { results: (await orNotFound(caller.surveys.results(query))).data, comparison: null }
  const otherQuery = compared === 'previous' ? compared : readResultsQuery(query.id, compared)
  const { results, other, changes } = (await orNotFound(caller.surveys.compareResults({ query, other: otherQuery })))
    .data
  if (other === null) return { results, comparison: null }
  const own = await nameResponses(params, query, requestedDays(query, results))
  const others =
    otherQuery === 'previous'
      ? await nameResponses(params, query, other.period)
      : await nameResponses(compared as SearchParams, otherQuery, requestedDays(otherQuery, other))
  return { results, comparison: { other, changes, names: [own, others] } }
}

async function nameResponses(
  params: SearchParams,
  query: SurveyResultsQuery,
  days: SurveyResults['period'],
): Promise<string> {
  const { data: segments } = await (await getPageCaller()).segments.names()
  return describeResponses(await listResultsFilters(query, await readChosenSubjects(params), segments), days)
}

type FiltersProps = LoadedResults & {
  path: string
  params: SearchParams
  query: SurveyResultsQuery
  version: number
  fields: readonly { id: string }[]
}

async function Filters({ path, params, query, results, comparison, version, fields }: FiltersProps) {
  const [t, locale, caller] = await Promise.all([getT('surveyResults'), getLocale(), getPageCaller()])
  const [{ data: segments }, { data: properties }, chosen] = await Promise.all([
    caller.segments.names(),
    caller.contactProperties.list({}),
    readChosenSubjects(params),
  ])
  const compared = comparison
    ? [{ params: COMPARISON_PARAMS, label: t('compare.chip', { name: comparison.names[1] }) }]
    : []
  return (
    <ResultsFilters
      path={path}
      params={params}
      query={query}
      period={results.period}
      activeFilters={[...(await listResultsFilters(query, chosen, segments)), ...compared]}
      chosen={chosen}
      segments={segments}
      version={version}
      properties={properties.map(({ key, label }) => ({ value: key, label: label[locale] }))}
      fields={fields.map(({ id }) => ({ value: id, label: id }))}
    />
  )
}

/** Choices and phrases that go with low scores. */
async function DeferredDrivers({ query, listParams }: { query: SurveyResultsQuery; listParams: SearchParams }) {
  const { data } = await (await getPageCaller()).surveys.drivers(query)
  return <LowScoreDrivers drivers={data} listParams={{ ...listParams, band: 'negative' }} />
}
