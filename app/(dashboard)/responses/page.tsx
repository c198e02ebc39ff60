import { Inbox } from 'lucide-react'
import type { Metadata } from 'next'
import { ManageTagsDialog } from '@/components/cases/manage-tags-dialog'
import { ResponseListCaseShortcuts } from '@/components/cases/response-list-case-shortcuts'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getRequestTime, getT } from '@/components/i18n/server'
import { MasterDataFilter } from '@/components/master-data/master-data-filter'
import { describeInvertedRange } from '@/components/responses/describe-inverted-range'
import { RangeFilter } from '@/components/responses/range-filter'
import { ResponseList } from '@/components/responses/response-list'
import { formatExportQuery, RESPONSES_PATH } from '@/components/responses/response-urls'
import { CodeBlock } from '@/components/ui/content/code-block'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Page, PageHeader } from '@/components/ui/content/page'
import { Button } from '@/components/ui/controls/button'
import { Link } from '@/components/ui/controls/link'
import { ExportMenu } from '@/components/ui/lists/export-menu'
import { FilterCheckboxes } from '@/components/ui/lists/filter-checkboxes'
import { FilterMenu } from '@/components/ui/lists/filter-menu'
import { DEFAULT_SORT } from '@/components/ui/lists/filterable-list'
import { SearchInput } from '@/components/ui/lists/search-input'
import type { SearchParams } from '@/components/ui/search-params'
import { VisitRecorder } from '@/components/unread/dashboard-visit-recorder'
import { MarkAllReadButton } from '@/components/unread/mark-all-read-button'
import { UnreadSummary } from '@/components/unread/unread-summary'
import { getPageCaller, requireMemberAccount } from '@/server/api/session/page-caller'
import { ASSIGNEE_FILTERS } from '@/server/cases/constants'
import { CaseFilter } from '@/server/cases/schema'
import { RESPONSE_CHANNELS } from '@/server/responses/constants'
import type { BrowseResponses } from '@/server/responses/schema'
import { Metric, ScoreBand } from '@/server/surveys/schema'
import { caseStateLabel, listActiveFilters, type MasterDataFilters } from './active-filters'
import { pickListParams, readListQuery } from './list-query'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getT('responses'))('title') }
}

export default async function ResponsesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [t, common, cases, params, caller] = await Promise.all([
    getT('responses'),
    getT('common'),
    getT('cases'),
    searchParams,
    getPageCaller(),
  ])
  // Taken before the first read, so that responses arriving meanwhile remain new.
  const shownAt = getRequestTime().toISOString()
  const query = readListQuery(params)
  const { page: _page, limit: _limit, sort: _sort, ...filter } = query
  const [{ data, meta }, { data: surveys }, { data: views }, { data: tags }, { data: members }, { data: news }] =
    await Promise.all([
      caller.responses.browse(query),
      caller.surveys.list({ page: 1, limit: 100 }),
      caller.views.list({ list: 'responses' }),
      caller.responses.tags(),
      caller.members.list(),
      caller.unread.counts(),
    ])
  const { data: account } = await requireMemberAccount(caller.account.get())
  const { organization, user } = account
  const recordFilters = await readRecordFilters(query)
  const names = new Map([...surveys, ...tags].map(({ id, name }) => [id, name]))
  for (const { userId, name } of members) names.set(userId, name)
  const active = await listActiveFilters(query, recordFilters, names)
  return (
    <Page>
      <PageHeader
        title={t('title')}
        description={t('sentence')}
        actions={
          <ClientMessages namespaces={['cases', 'responses']}>
            <ManageTagsDialog tags={tags} />
            <ExportMenu
              path="/api/responses"
              query={formatExportQuery(filter)}
              count={meta.total}
              sentence={t('export.count', { count: meta.total })}
            />
            <ResponseListCaseShortcuts currentUserId={user.id} filter={filter} />
          </ClientMessages>
        }
      />
      {news.responses > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <UnreadSummary unread={{ ...news, reviews: 0 }} timeZone={organization.timeZone} />
          <ClientMessages namespaces={['visits']}>
            <MarkAllReadButton shownAt={shownAt} />
          </ClientMessages>
        </div>
      )}
      <ResponseList
        newSince={news.since}
        openedIds={news.openedIds}
        listParams={pickListParams(params)}
        filter={filter}
        path={RESPONSES_PATH}
        params={params}
        meta={meta}
        views={views}
        sort={query.sort ?? DEFAULT_SORT}
        responses={data}
        activeFilters={active}
        search={<SearchInput label={t('search')} />}
        filters={
          <>
            <FilterMenu
              param="survey"
              label={t('filters.survey')}
              options={surveys.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <FilterMenu
              param="band"
              label={t('filters.band')}
              options={ScoreBand.options.map((value) => ({ value, label: common(`band.${value}`) }))}
            />
            <FilterMenu
              param="channel"
              label={t('filters.channel')}
              options={RESPONSE_CHANNELS.map((value) => ({ value, label: t(`channels.${value}`) }))}
            />
            <FilterMenu
              param="case"
              label={cases('filters.case')}
              options={CaseFilter.options.map((value) => ({ value, label: caseStateLabel(cases, value) }))}
            />
            <FilterMenu
              param="assignee"
              label={cases('filters.assignee')}
              options={[
                ...ASSIGNEE_FILTERS.map((value) => ({ value, label: cases(`filters.${value}`) })),
                ...members.map(({ userId, name }) => ({ value: userId, label: name })),
              ]}
            />
            {tags.length > 0 && (
              <FilterCheckboxes
                param="tag"
                label={cases('filters.tag')}
                help={cases('filters.tagHelp')}
                options={tags.map(({ id, name }) => ({ value: id, label: name }))}
              />
            )}
            <MasterDataFilter
              collection="locations"
              param="location"
              label={t('filters.location')}
              chosen={recordFilters.location}
            />
            <MasterDataFilter
              collection="employees"
              param="employee"
              label={t('filters.employee')}
              chosen={recordFilters.employee}
            />
            <MasterDataFilter
              collection="companies"
              param="company"
              label={t('filters.company')}
              chosen={recordFilters.company}
            />
            <ClientMessages namespaces={['responses']}>
              <RangeFilter
                kind="date"
                label={t('filters.date')}
                bounds={[
                  { param: 'from', label: t('filters.from') },
                  { param: 'to', label: t('filters.to') },
                ]}
              />
              <RangeFilter
                kind="score"
                label={t('filters.score')}
                bounds={[
                  { param: 'min', label: t('filters.min') },
                  { param: 'max', label: t('filters.max') },
                ]}
                scale={{
                  param: 'metric',
                  label: t('filters.metric'),
                  anyLabel: t('filters.metricAny'),
                  options: Metric.options.map((value) => ({ value, label: t(`filters.metrics.${value}`) })),
                }}
              />
            </ClientMessages>
            <FilterMenu
              param="status"
              label={t('filters.status')}
              allLabel={t('submitted')}
              options={[
                { value: 'partial', label: t('filterPartial') },
                { value: 'flagged', label: t('filterFlagged') },
              ]}
            />
          </>
        }
        renderEmpty={(isFiltered) => <NoResponses isFiltered={isFiltered} query={query} />}
      />
      <VisitRecorder organizationId={organization.id} shownAt={shownAt} />
    </Page>
  )
}

async function readRecordFilters(query: BrowseResponses): Promise<MasterDataFilters> {
  const [common, caller] = await Promise.all([getT('common'), getPageCaller()])
  const toOption = async (
    id: string | undefined,
    get: (input: { id: string }) => Promise<{ data: { name: string } }>,
  ) => {
    if (id === undefined) return null
    const record = await get({ id }).catch(() => null)
    return { value: id, label: record ? record.data.name : common('unknown') }
  }
  const [location, employee, company] = await Promise.all([
    toOption(query.location_id, caller.locations.get),
    toOption(query.employee_id, caller.employees.get),
    toOption(query.contact_organization_id, caller.contactOrganizations.get),
  ])
  return { location, employee, company }
}

async function NoResponses({ isFiltered, query }: { isFiltered: boolean; query: BrowseResponses }) {
  const [t, caller, reversedRange] = await Promise.all([
    getT('responses'),
    getPageCaller(),
    describeInvertedRange(query),
  ])
  // `new` is the only filter besides page and limit.
  const isNothingNew = query.new !== undefined && Object.keys(query).length === 3
  if (isFiltered)
    return (
      <EmptyState
        icon={Inbox}
        title={isNothingNew ? t('nothingNewTitle') : t('noMatchTitle')}
        action={
          <Button asChild>
            <Link href={RESPONSES_PATH}>{isNothingNew ? t('allResponses') : t('clear')}</Link>
          </Button>
        }
      >
        {reversedRange ?? (isNothingNew ? t('nothingNewSentence') : t('noMatchSentence'))}
      </EmptyState>
    )
  const [{ data: account }, { data: sequences }] = await Promise.all([
    caller.account.get(),
    caller.sequences.list({ page: 1, limit: 1 }),
  ])
  return (
    <EmptyState
      icon={Inbox}
      title={t('emptyTitle')}
      action={
        <Button variant="primary" asChild>
          <Link href="/sequences">{t('emptyAction')}</Link>
        </Button>
      }
      example={
        <CodeBlock
          title={t('emptyExample')}
          code={[
            `curl ${account.baseUrl}/api/v1/sequences/${sequences[0]?.id ?? '<id>'}/execute \\`,
            "  -H 'X-API-Key: cfs_…' -H 'Content-Type: application/json' \\",
            `  -d '{"contacts":[{"email":"${account.user.email}"}]}'`,
          ].join('\n')}
        />
      }
    >
      {t('emptySentence')}
    </EmptyState>
  )
}
