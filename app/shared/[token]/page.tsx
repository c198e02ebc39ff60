import type { Metadata } from 'next'
import { cookies, headers } from 'next/headers'
import { cache } from 'react'
import { formatDate } from '@/components/format'
import { getLocale, getRequestTime, getT } from '@/components/i18n/server'
import { SharedPasswordForm } from '@/components/shared-results/shared-password-form'
import { ResultsContent } from '@/components/surveys/results/results-content'
import { Badge } from '@/components/ui/content/badge'
import { Page, PageHeader } from '@/components/ui/content/page'
import { readTextParam, type SearchParams } from '@/components/ui/search-params'
import { type SharedResultsPage, viewSharedResults } from '@/server/api/pages/shared-results-page'
import { describeResponses, listResultsFilters } from '../../(dashboard)/surveys/list-results-filters'

export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ token: string }>; searchParams: Promise<SearchParams> }

const loadPage = cache(async (token: string) => {
  const [requestHeaders, store] = await Promise.all([headers(), cookies()])
  return viewSharedResults(token, { headers: requestHeaders, readCookie: (name) => store.get(name)?.value })
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, page] = await Promise.all([getT('sharedResults'), loadPage((await params).token)])
  if (page === null) return { title: { absolute: t('page.unknownTitle') } }
  return { title: { absolute: page.kind === 'results' ? page.title : t('page.passwordTitle') } }
}

export default async function SharedPage({ params, searchParams }: Props) {
  const [t, { token }, search] = await Promise.all([getT('sharedResults'), params, searchParams])
  const page = await loadPage(token)
  // Without JavaScript, the page of notFound() would be blank.
  if (page === null)
    return (
      <Page width="narrow">
        <PageHeader title={t('page.unknownTitle')} description={t('page.unknownBody')} />
      </Page>
    )
  const { kind, organizationName } = page
  if (kind === 'results') return <SharedResultsContent page={page} />
  const fault = readTextParam(search, 'fault')
  return (
    <Page width="narrow">
      {kind === 'password' ? (
        <SharedPasswordForm
          token={token}
          organizationName={organizationName}
          fault={fault === 'wrong' || fault === 'wait' ? fault : null}
        />
      ) : (
        <PageHeader title={t('page.tooManyTitle')} description={t('page.tooManyBody')} />
      )}
    </Page>
  )
}

type ResultsPage = Extract<SharedResultsPage, { kind: 'results' }>

async function SharedResultsContent({ page }: { page: ResultsPage }) {
  const [t, locale, description] = await Promise.all([getT('sharedResults'), getLocale(), describePage(page)])
  const { organizationName, title, results, showsTexts } = page
  return (
    <Page width="medium">
      <PageHeader title={title} badge={<Badge>{t('page.readOnly')}</Badge>} description={description} />
      {results.responses === 0 ? (
        <p className="text-14 text-ink-soft">{t('page.noResponses')}</p>
      ) : (
        <ResultsContent results={results} comparison={null} listParams={null} showsTexts={showsTexts} />
      )}
      <p className="text-13 text-ink-faint">
        {t('page.of', { organization: organizationName })} ·{' '}
        {t('page.asOf', { time: formatDate(getRequestTime().toISOString(), locale, 'UTC') })}
      </p>
    </Page>
  )
}

/** The filters and days of the results; names only if they are shared. */
async function describePage({ results: { survey, period }, filters, names }: ResultsPage): Promise<string> {
  const hidden = (await getT('sharedResults'))('page.hiddenName')
  const option = (id: string | undefined, name: string | null | undefined) =>
    id === undefined ? null : { value: id, label: name ?? hidden }
  const query = {
    ...filters,
    id: survey.id,
    ...(filters.property && !names ? { property: hidden } : {}),
    ...(filters.field && !names ? { field: hidden } : {}),
  }
  const labels = await listResultsFilters(
    query,
    {
      location: option(filters.location_id, names?.location),
      employee: option(filters.employee_id, names?.employee),
      company: option(filters.contact_organization_id, names?.company),
    },
    filters.segment_id === undefined ? [] : [{ id: filters.segment_id, name: names?.segment ?? hidden }],
  )
  const isAllTime = filters.days === undefined && filters.from === undefined
  return describeResponses(labels, isAllTime ? null : period)
}
