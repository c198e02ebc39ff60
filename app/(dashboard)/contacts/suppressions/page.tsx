import { Download, Upload, UserCheck } from 'lucide-react'
import type { Metadata } from 'next'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { ListPageTabs } from '@/components/master-data/list-page-tabs'
import { BlockAddressesDialog } from '@/components/suppressions/block-addresses-dialog'
import { SuppressionList } from '@/components/suppressions/suppression-list'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Page, PageHeader } from '@/components/ui/content/page'
import { Button } from '@/components/ui/controls/button'
import { Link } from '@/components/ui/controls/link'
import { type ActiveFilter, FilterBar } from '@/components/ui/lists/filter-bar'
import { FilterMenu } from '@/components/ui/lists/filter-menu'
import { Pagination } from '@/components/ui/lists/pagination'
import { SearchInput } from '@/components/ui/lists/search-input'
import { readPageNumber, readTextParam, type SearchParams } from '@/components/ui/search-params'
import { getPageCaller, requireMemberAccount } from '@/server/api/session/page-caller'
import { SUPPRESSION_FILTERS } from '@/server/suppressions/constants'
import { ListSuppressions, type SuppressionFilter } from '@/server/suppressions/schema'

const PATH = '/contacts/suppressions'

export async function generateMetadata(): Promise<Metadata> {
  const [t, contacts] = await Promise.all([getT('suppressions'), getT('contacts')])
  return { title: `${t('title')} · ${contacts('title')}` }
}

export default async function SuppressionsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [t, params, caller] = await Promise.all([getT('suppressions'), searchParams, getPageCaller()])
  const filter = readFilter(params)
  const [{ data, meta }, { data: account }] = await Promise.all([
    caller.suppressions.list({ page: readPageNumber(params), limit: 50, ...filter }),
    requireMemberAccount(caller.account.get()),
  ])
  const isFiltered = Object.keys(filter).length > 0 || meta.page > 1
  return (
    <Page>
      <PageHeader
        title={t('title')}
        description={t('sentence')}
        actions={
          <>
            {data.length > 0 && (
              <Button asChild>
                <a href={`/api/suppressions?${new URLSearchParams(filter)}`} download>
                  <Download size={16} aria-hidden />
                  {t('export')}
                </a>
              </Button>
            )}
            <Button asChild>
              <Link href="/contacts/import?records=blocked">
                <Upload size={16} aria-hidden />
                {t('importFile')}
              </Link>
            </Button>
            <ClientMessages namespaces={['suppressions']}>
              <BlockAddressesDialog />
            </ClientMessages>
          </>
        }
      />
      <ListPageTabs of="contacts" />
      {(data.length > 0 || isFiltered) && (
        <FilterBar
          path={PATH}
          params={params}
          activeFilters={await listActiveFilters(filter)}
          search={<SearchInput label={t('search')} />}
        >
          <FilterMenu
            param="reason"
            label={t('columns.reason')}
            options={
              await Promise.all(SUPPRESSION_FILTERS.map(async (value) => ({ value, label: await labelReason(value) })))
            }
          />
        </FilterBar>
      )}
      {data.length > 0 ? (
        <SuppressionList suppressions={data} />
      ) : (
        <EmptyState
          icon={UserCheck}
          title={t(isFiltered ? 'noMatchTitle' : 'emptyTitle')}
          {...(isFiltered
            ? {
                action: (
                  <Button asChild>
                    <Link href={PATH}>{t('clear')}</Link>
                  </Button>
                ),
              }
            : {})}
        >
          {t(isFiltered ? 'noMatchSentence' : 'emptySentence')}
        </EmptyState>
      )}
      <Pagination meta={meta} path={PATH} params={params} />
      <p className="text-13 text-ink-soft">
        {t.rich('preferencePage', {
          link: (text) => (
            <a
              href={`/preferences/${account.organization.id}`}
              className="rounded-mark text-accent-text underline underline-offset-3"
            >
              {text}
            </a>
          ),
        })}
      </p>
    </Page>
  )
}

/** Ignores invalid parameters. */
function readFilter(params: SearchParams): SuppressionFilter {
  const { search, reason } = ListSuppressions.shape
  const text = search.safeParse(readTextParam(params, 'search')).data
  const parsedReason = reason.safeParse(readTextParam(params, 'reason')).data
  return {
    ...(text === undefined || text === '' ? {} : { search: text }),
    ...(parsedReason === undefined ? {} : { reason: parsedReason }),
  }
}

async function labelReason(reason: (typeof SUPPRESSION_FILTERS)[number]): Promise<string> {
  const t = await getT('suppressions')
  return t(reason === 'imported' ? 'imported' : `reasons.${reason}`)
}

async function listActiveFilters({ search, reason }: SuppressionFilter): Promise<ActiveFilter[]> {
  const t = await getT('suppressions')
  return [
    ...(search === undefined ? [] : [{ params: ['search'], label: t('filterSearch', { search }) }]),
    ...(reason === undefined
      ? []
      : [{ params: ['reason'], label: t('filterReason', { reason: await labelReason(reason) }) }]),
  ]
}
