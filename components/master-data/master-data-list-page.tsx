import type { BrowseMasterData } from '@/server/master-data/schema'
import { formatNumber } from '../format'
import { ClientMessages } from '../i18n/client-messages'
import { getLocale, getT } from '../i18n/server'
import { Dash } from '../ui/content/definition-list'
import { EmptyState } from '../ui/content/empty-state'
import { Page, PageHeader } from '../ui/content/page'
import { Time } from '../ui/content/time'
import { Button } from '../ui/controls/button'
import { Link } from '../ui/controls/link'
import type { Option } from '../ui/controls/select'
import type { Column } from '../ui/lists/column'
import { DEFAULT_SORT, FilterableList, type FilterableListBaseProps, readSortParam } from '../ui/lists/filterable-list'
import { SearchInput } from '../ui/lists/search-input'
import { readPageNumber, readTextParam, type SearchParams } from '../ui/search-params'
import { ListPageTabs } from './list-page-tabs'
import {
  type AnyMasterDataEntry,
  MASTER_DATA_ICONS,
  type MasterDataCollectionName,
  type MasterDataUsageCounts,
} from './master-data-collections'
import { MasterDataFormDialog } from './master-data-form-dialog'

const SORTS = ['created', '-created', 'name', '-name'] as const

export function parseMasterDataQuery(params: SearchParams): BrowseMasterData {
  const search = readTextParam(params, 'search')
  const sort = readSortParam(params, SORTS)
  return {
    page: readPageNumber(params),
    limit: 50,
    ...(search === undefined ? {} : { search }),
    ...(sort === undefined ? {} : { sort }),
  }
}

type ListedMasterData = AnyMasterDataEntry & Pick<MasterDataUsageCounts, 'contacts' | 'responses'>

export type MasterDataListPageProps = Pick<FilterableListBaseProps, 'meta' | 'views' | 'params'> & {
  collection: MasterDataCollectionName
  rows: readonly ListedMasterData[]
  mayAdd: boolean
  timeZones?: readonly Option[]
}

export async function MasterDataListPage(props: MasterDataListPageProps) {
  const { collection, params, meta, views, rows, mayAdd, timeZones = [] } = props
  const [t, locale] = await Promise.all([getT('records'), getLocale()])
  const { search, sort = DEFAULT_SORT } = parseMasterDataQuery(params)
  const countField = collection === 'employees' ? 'responses' : 'contacts'
  const ownColumn = { hiddenBelow: 'sm', className: 'min-w-40' } as const
  const columns: Record<MasterDataCollectionName, readonly Column<ListedMasterData>[]> = {
    locations: [
      {
        key: 'timeZone',
        header: t('columns.timeZone'),
        cell: ({ timeZone }) => timeZone?.replaceAll('_', ' ') ?? <Dash />,
        ...ownColumn,
      },
    ],
    employees: [{ key: 'email', header: t('columns.email'), cell: ({ email }) => email ?? <Dash />, ...ownColumn }],
    companies: [],
  }
  return (
    <Page>
      <PageHeader
        title={t(`${collection}.title`)}
        description={t(`${collection}.sentence`)}
        actions={
          mayAdd && (
            <ClientMessages namespaces={['records']}>
              <MasterDataFormDialog collection={collection} timeZones={timeZones} />
            </ClientMessages>
          )
        }
      />
      <ListPageTabs of={collection === 'companies' ? 'contacts' : 'locations'} />
      <FilterableList
        name={collection}
        path={`/${collection}`}
        params={params}
        meta={meta}
        views={views}
        sort={sort}
        caption={t(`${collection}.title`)}
        rows={rows}
        rowKey={(row) => row.id}
        rowHref={(row) => `/${collection}/${row.id}`}
        activeFilters={search === undefined ? [] : [{ params: ['search'], label: t('filterSearch', { search }) }]}
        search={<SearchInput label={t('search')} />}
        columns={[
          {
            key: 'name',
            header: t('columns.name'),
            cell: (row) => row.name,
            grow: true,
            className: 'w-full min-w-36',
            phoneSlot: 'title',
            sort: { by: 'name', kind: 'text' },
          },
          ...columns[collection],
          {
            key: countField,
            header: t(`columns.${countField}`),
            cell: ({ [countField]: count = 0 }) => (
              <>
                <span className="sm:hidden">{t(`counts.${countField}`, { count })}</span>
                <span className="max-sm:hidden">{formatNumber(count, locale)}</span>
              </>
            ),
            align: 'right',
            phoneSlot: 'detail',
            className: 'max-sm:text-left sm:min-w-28 sm:pr-8',
          },
          {
            key: 'added',
            header: t('columns.added'),
            cell: (row) => <Time value={row.createdAt} />,
            className: 'sm:min-w-32',
            phoneSlot: 'end',
            sort: { by: 'created', kind: 'time' },
          },
        ]}
        renderEmpty={(isFiltered) => <MasterDataEmptyState {...props} isFiltered={isFiltered} />}
      />
    </Page>
  )
}

async function MasterDataEmptyState({
  collection,
  isFiltered,
  mayAdd,
}: MasterDataListPageProps & { isFiltered: boolean }) {
  const t = await getT('records')
  if (isFiltered)
    return (
      <EmptyState
        icon={MASTER_DATA_ICONS[collection]}
        title={t(`${collection}.noMatchTitle`)}
        action={
          <Button asChild>
            <Link href={`/${collection}`}>{t('clear')}</Link>
          </Button>
        }
      >
        {t('noMatchSentence')}
      </EmptyState>
    )
  return (
    <EmptyState icon={MASTER_DATA_ICONS[collection]} title={t(`${collection}.emptyTitle`)}>
      {mayAdd || collection === 'companies' ? t(`${collection}.emptySentence`) : t(`${collection}.emptyMember`)}
    </EmptyState>
  )
}
