import { Users } from 'lucide-react'
import type { Metadata } from 'next'
import Link from 'next/link'
import { ContactTable } from '@/components/contacts/contact-table'
import { getT } from '@/components/i18n/server'
import { CodeBlock } from '@/components/ui/content/code-block'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Page, PageHeader } from '@/components/ui/content/page'
import { Button } from '@/components/ui/controls/button'
import { readPageNumber, type SearchParams, textParam } from '@/components/ui/href'
import { FilterBar } from '@/components/ui/lists/filter-bar'
import { FilterMenu } from '@/components/ui/lists/filter-menu'
import { Pagination } from '@/components/ui/lists/pagination'
import { SearchInput } from '@/components/ui/lists/search-input'
import { api } from '@/server/api/caller'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getT('contacts'))('title') }
}

export default async function ContactsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [t, params, caller] = await Promise.all([getT('contacts'), searchParams, api()])
  const search = textParam(params, 'search')
  const [{ data: locations }, { data: account }] = await Promise.all([
    caller.settings.locations(),
    caller.account.get(),
  ])
  const location = locations.find(({ id }) => id === textParam(params, 'location'))
  const { data, meta } = await caller.contacts.list({
    page: readPageNumber(params),
    limit: 50,
    ...(search === undefined ? {} : { search }),
    ...(location === undefined ? {} : { location_id: location.id }),
  })
  const isFiltered = search !== undefined || location !== undefined
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
      {(meta.total > 0 || isFiltered) && (
        <FilterBar
          path="/contacts"
          params={params}
          active={[
            ...(search === undefined ? [] : [{ params: ['search'], label: t('filterSearch', { search }) }]),
            ...(location === undefined
              ? []
              : [{ params: ['location'], label: t('filterLocation', { name: location.name }) }]),
          ]}
        >
          <SearchInput label={t('searchPlaceholder')} />
          {locations.length > 0 && (
            <FilterMenu
              param="location"
              label={t('columns.location')}
              options={locations.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </FilterBar>
      )}
      {data.length > 0 ? (
        <ContactTable contacts={data} locationNames={new Map(locations.map(({ id, name }) => [id, name]))} />
      ) : isFiltered || meta.page > 1 ? (
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
      )}
      <Pagination meta={meta} path="/contacts" params={params} />
    </Page>
  )
}

function createExample(baseUrl: string): string {
  return [
    `curl ${baseUrl}/api/v1/contacts \\`,
    "  -H 'X-API-Key: cfs_…' -H 'Content-Type: application/json' \\",
    `  -d '{"email":"ada@example.com","firstName":"Ada"}'`,
  ].join('\n')
}
