import { Users } from 'lucide-react'
import type { Metadata } from 'next'
import { RunningBulkActions } from '@/components/bulk-actions/running-bulk-actions'
import { ContactFilterPopover } from '@/components/contacts/contact-filter-popover'
import { ContactList } from '@/components/contacts/contact-list'
import { describeContactFilter } from '@/components/contacts/describe-contact-filter'
import { SaveSegmentButton } from '@/components/contacts/save-segment-button'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { ListPageTabs } from '@/components/master-data/list-page-tabs'
import { MasterDataFilter } from '@/components/master-data/master-data-filter'
import { CodeBlock } from '@/components/ui/content/code-block'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Page, PageHeader } from '@/components/ui/content/page'
import { Button } from '@/components/ui/controls/button'
import { Link } from '@/components/ui/controls/link'
import type { Option } from '@/components/ui/controls/select'
import { ExportMenu } from '@/components/ui/lists/export-menu'
import type { ActiveFilter } from '@/components/ui/lists/filter-bar'
import { FilterMenu } from '@/components/ui/lists/filter-menu'
import { DEFAULT_SORT } from '@/components/ui/lists/filterable-list'
import { SearchInput } from '@/components/ui/lists/search-input'
import { readTextParam, type SearchParams, withSearchParams } from '@/components/ui/search-params'
import { dataOrNullOnError, getPageCaller } from '@/server/api/session/page-caller'
import type { ContactProperty } from '@/server/contact-properties/schema'
import type { ContactFilter } from '@/server/contacts/filters/schema'
import { Id } from '@/server/validation/schema'
import { getPageParam, readContactFilter, readContactQuery, toExportParams, toSelectionFilter } from './list-query'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getT('contacts'))('title') }
}

export default async function ContactsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [t, common, params, caller] = await Promise.all([
    getT('contacts'),
    getT('common'),
    searchParams,
    getPageCaller(),
  ])
  const query = readContactQuery(params)
  const [
    { data: locations },
    { data: account },
    { data: views },
    { data: properties },
    { data: segments },
    { data: running },
  ] = await Promise.all([
    caller.locations.names(),
    caller.account.get(),
    caller.views.list({ list: 'contacts' }),
    caller.contactProperties.list({}),
    caller.segments.names(),
    caller.bulkActions.list({ running: true, limit: 3 }),
  ])
  const company = await readCompany(query.contact_organization_id)
  const location = locations.find(({ id }) => id === query.location_id)
  const segment = segments.find(({ id }) => id === query.segment_id)
  // A segment that was deleted filters nothing.
  const { segment_id: _segment, ...unsegmented } = query
  const listed = segment ? query : unsegmented
  const isAdmin = account.user.role !== 'member'
  const { data, meta } = await caller.contacts.browse(listed)
  const edited = segments.find(({ id }) => id === readTextParam(params, 'edit_segment')) ?? null
  const filter = readContactFilter(params)
  const canBeSegment = Object.keys(filter).length > 0 && query.search === undefined && segment === undefined
  const add = (
    <Button variant="primary" asChild>
      <Link href="/contacts/new" aria-keyshortcuts="c">
        {t('add')}
      </Link>
    </Button>
  )
  const importing = (variant: 'primary' | 'secondary') => (
    <Button variant={variant} asChild>
      <Link href="/contacts/import">{t('import')}</Link>
    </Button>
  )
  return (
    <Page>
      <PageHeader
        title={t('title')}
        description={t('sentence')}
        actions={
          <>
            {importing('secondary')}
            <ExportMenu
              path="/api/contacts"
              query={toExportParams(listed)}
              count={meta.total}
              sentence={t('export.sentence', { count: meta.total })}
            />
            {add}
          </>
        }
      />
      <ListPageTabs of="contacts" />
      <RunningBulkActions actions={running} properties={properties} />
      <ContactList
        path="/contacts"
        params={params}
        meta={meta}
        views={views}
        sort={query.sort ?? DEFAULT_SORT}
        contacts={data}
        properties={properties}
        bulkActions={{ filter: toSelectionFilter(listed), exportQuery: toExportParams(listed), mayErase: isAdmin }}
        locationNames={new Map(locations.map(({ id, name }) => [id, name]))}
        activeFilters={[
          ...(query.search === undefined
            ? []
            : [{ params: ['search'], label: t('filterSearch', { search: query.search }) }]),
          ...(query.location_id === undefined
            ? []
            : [{ params: ['location'], label: t('filterLocation', { name: location?.name ?? common('unknown') }) }]),
          ...(company === null ? [] : [{ params: ['company'], label: t('filterCompany', { name: company.label }) }]),
          ...(segment === undefined
            ? []
            : [{ params: ['segment'], label: t('segments.chip', { name: segment.name }) }]),
          ...(await listFilterChips(query, properties, params)),
        ]}
        search={<SearchInput label={t('searchPlaceholder')} />}
        filters={
          <>
            {segments.length > 0 && (
              <FilterMenu
                param="segment"
                label={t('segments.filter')}
                options={segments.map(({ id, name }) => ({ value: id, label: name }))}
              />
            )}
            {locations.length > 0 && (
              <FilterMenu
                param="location"
                label={t('columns.location')}
                options={locations.map(({ id, name }) => ({ value: id, label: name }))}
              />
            )}
            <ClientMessages namespaces={['records', 'contacts', 'properties']}>
              <MasterDataFilter collection="companies" param="company" label={t('columns.company')} chosen={company} />
              <ContactFilterPopover properties={properties} />
              {canBeSegment && <SaveSegmentButton filter={filter} edited={edited} />}
            </ClientMessages>
          </>
        }
        renderEmpty={(isFiltered) =>
          isFiltered ? (
            <EmptyState
              icon={Users}
              title={t('noMatchTitle')}
              action={
                <Button asChild>
                  <Link href="/contacts">{t('clearSearch')}</Link>
                </Button>
              }
            >
              {t('noMatchSentence')}
            </EmptyState>
          ) : (
            <EmptyState
              icon={Users}
              title={t('emptyTitle')}
              action={importing('primary')}
              example={<CodeBlock title={t('emptyExample')} code={createExample(account.baseUrl)} />}
            >
              {t('emptySentence')}
            </EmptyState>
          )
        }
      />
    </Page>
  )
}

async function listFilterChips(
  query: ContactFilter,
  properties: readonly ContactProperty[],
  params: SearchParams,
): Promise<ActiveFilter[]> {
  const chips = await describeContactFilter(query, properties)
  return chips.map(({ name, label, value }) => ({
    params: [getPageParam(name)],
    label,
    ...(name === 'property' ? { hrefWithout: hrefWithoutProperty(query, params, value) } : {}),
  }))
}

function hrefWithoutProperty({ property = [] }: ContactFilter, params: SearchParams, removed: string): string {
  const kept = property.filter((condition) => condition !== removed)
  return withSearchParams('/contacts', { ...params, property: kept }, {})
}

/** Company filter from the URL: null if absent; without a name if the company no longer exists. */
async function readCompany(id: string | undefined): Promise<Option | null> {
  if (!Id.safeParse(id).success || id === undefined) return null
  const [common, caller] = await Promise.all([getT('common'), getPageCaller()])
  const company = await dataOrNullOnError(caller.contactOrganizations.get({ id }))
  return { value: id, label: company?.name ?? common('unknown') }
}

function createExample(baseUrl: string): string {
  return [
    `curl ${baseUrl}/api/v1/contacts \\`,
    "  -H 'X-API-Key: cfs_…' -H 'Content-Type: application/json' \\",
    `  -d '{"email":"ada@example.com","firstName":"Ada"}'`,
  ].join('\n')
}
