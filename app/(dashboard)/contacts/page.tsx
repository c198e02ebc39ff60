import { Users } from 'lucide-react'
import type { Metadata } from 'next'
import Link from 'next/link'
import { ContactList } from '@/components/contacts/contact-table'
import { getT } from '@/components/i18n/server'
import { CodeBlock } from '@/components/ui/content/code-block'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Page, PageHeader } from '@/components/ui/content/page'
import { Button } from '@/components/ui/controls/button'
import { readPageNumber, type SearchParams, textParam } from '@/components/ui/href'
import { FilterMenu } from '@/components/ui/lists/filter-menu'
import { readSortParam, USUAL_SORT } from '@/components/ui/lists/list'
import { SearchInput } from '@/components/ui/lists/search-input'
import { api } from '@/server/api/caller'
import { BrowseContacts } from '@/server/contacts/schema'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getT('contacts'))('title') }
}

export default async function ContactsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [t, params, caller] = await Promise.all([getT('contacts'), searchParams, api()])
  const search = textParam(params, 'search')
  const [{ data: locations }, { data: account }, { data: views }] = await Promise.all([
    caller.locations.names(),
    caller.account.get(),
    caller.views.list({ list: 'contacts' }),
  ])
  const location = locations.find(({ id }) => id === textParam(params, 'location'))
  const sort = readSortParam(params, BrowseContacts.shape.sort.unwrap().options)
  const { data, meta } = await caller.contacts.browse({
    page: readPageNumber(params),
    limit: 50,
    ...(search === undefined ? {} : { search }),
    ...(location === undefined ? {} : { location_id: location.id }),
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
      <ContactList
        path="/contacts"
        params={params}
        meta={meta}
        views={views}
        sort={sort ?? USUAL_SORT}
        contacts={data}
        locationNames={new Map(locations.map(({ id, name }) => [id, name]))}
        active={[
          ...(search === undefined ? [] : [{ params: ['search'], label: t('filterSearch', { search }) }]),
          ...(location === undefined
            ? []
            : [{ params: ['location'], label: t('filterLocation', { name: location.name }) }]),
        ]}
        filters={
          <>
            <SearchInput label={t('searchPlaceholder')} />
            {locations.length > 0 && (
              <FilterMenu
                param="location"
                label={t('columns.location')}
                options={locations.map(({ id, name }) => ({ value: id, label: name }))}
              />
            )}
          </>
        }
        nothing={(isFiltered) =>
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

function createExample(baseUrl: string): string {
  return [
    `curl ${baseUrl}/api/v1/contacts \\`,
    "  -H 'X-API-Key: cfs_…' -H 'Content-Type: application/json' \\",
    `  -d '{"email":"ada@example.com","firstName":"Ada"}'`,
  ].join('\n')
}
