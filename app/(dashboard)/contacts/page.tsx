import { Users } from 'lucide-react'
import type { Metadata } from 'next'
import { ContactList } from '@/components/contacts/contact-list'
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
import { FilterMenu } from '@/components/ui/lists/filter-menu'
import { DEFAULT_SORT, readSortParam } from '@/components/ui/lists/filterable-list'
import { SearchInput } from '@/components/ui/lists/search-input'
import { readPageNumber, readTextParam, type SearchParams } from '@/components/ui/search-params'
import { dataOrNullOnError, getPageCaller } from '@/server/api/session/page-caller'
import { BrowseContacts } from '@/server/contacts/schema'
import { Id } from '@/server/validation/schema'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getT('contacts'))('title') }
}

export default async function ContactsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [t, params, caller] = await Promise.all([getT('contacts'), searchParams, getPageCaller()])
  const search = readTextParam(params, 'search')
  const [{ data: locations }, { data: account }, { data: views }, { data: properties }] = await Promise.all([
    caller.locations.names(),
    caller.account.get(),
    caller.views.list({ list: 'contacts' }),
    caller.contactProperties.list({}),
  ])
  const company = await readCompany(readTextParam(params, 'company'))
  const location = locations.find(({ id }) => id === readTextParam(params, 'location'))
  const sort = readSortParam(params, BrowseContacts.shape.sort.unwrap().options)
  const { data, meta } = await caller.contacts.browse({
    page: readPageNumber(params),
    limit: 50,
    ...(search === undefined ? {} : { search }),
    ...(location === undefined ? {} : { location_id: location.id }),
    ...(company === null ? {} : { contact_organization_id: company.value }),
    ...(sort === undefined ? {} : { sort }),
  })
  const add = (
    <Button variant="primary" asChild>
      <Link href="/contacts/new" aria-keyshortcuts="c">
        {t('add')}
      </Link>
    </Button>
  )
  return (
    <Page>
      <PageHeader title={t('title')} description={t('sentence')} actions={add} />
      <ListPageTabs of="contacts" />
      <ContactList
        path="/contacts"
        params={params}
        meta={meta}
        views={views}
        sort={sort ?? DEFAULT_SORT}
        contacts={data}
        properties={properties}
        locationNames={new Map(locations.map(({ id, name }) => [id, name]))}
        activeFilters={[
          ...(search === undefined ? [] : [{ params: ['search'], label: t('filterSearch', { search }) }]),
          ...(location === undefined
            ? []
            : [{ params: ['location'], label: t('filterLocation', { name: location.name }) }]),
          ...(company === null ? [] : [{ params: ['company'], label: t('filterCompany', { name: company.label }) }]),
        ]}
        search={<SearchInput label={t('searchPlaceholder')} />}
        filters={
          <>
            {locations.length > 0 && (
              <FilterMenu
                param="location"
                label={t('columns.location')}
                options={locations.map(({ id, name }) => ({ value: id, label: name }))}
              />
            )}
            <ClientMessages namespaces={['records']}>
              <MasterDataFilter collection="companies" param="company" label={t('columns.company')} chosen={company} />
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
              action={add}
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
