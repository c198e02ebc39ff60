import type { BrowseRecords } from '@/server/records/schema'
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
import { DEFAULT_SORT, List, type ListFrame, readSortParam } from '../ui/lists/list'
import { SearchInput } from '../ui/lists/search-input'
import { readPageNumber, readTextParam, type SearchParams } from '../ui/search-params'
import { type AnyRecord, RECORD_ICONS, type RecordCollection, type RecordUsage } from './record-collections'
import { RecordDialog } from './record-dialog'
import { RecordTabs } from './record-tabs'

const SORTS = ['created', '-created', 'name', '-name'] as const

export function parseRecordQuery(params: SearchParams): BrowseRecords {
  const search = readTextParam(params, 'search')
  const sort = readSortParam(params, SORTS)
  return {
    page: readPageNumber(params),
    limit: 50,
    ...(search === undefined ? {} : { search }),
    ...(sort === undefined ? {} : { sort }),
  }
}

type ListedRecord = AnyRecord & Pick<RecordUsage, 'contacts' | 'responses'>

export type RecordListProps = Pick<ListFrame, 'meta' | 'views' | 'params'> & {
  collection: RecordCollection
  rows: readonly ListedRecord[]
  mayAdd: boolean
  timeZones?: readonly Option[]
}

export async function RecordList(props: RecordListProps) {
  const { collection, params, meta, views, rows, mayAdd, timeZones = [] } = props
  const [t, locale] = await Promise.all([getT('records'), getLocale()])
  const { search, sort = DEFAULT_SORT } = parseRecordQuery(params)
  const countField = collection === 'employees' ? 'responses' : 'contacts'
  const ownColumn = { hiddenBelow: 'sm', className: 'min-w-40' } as const
  const columns: Record<RecordCollection, readonly Column<ListedRecord>[]> = {
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
              <RecordDialog collection={collection} timeZones={timeZones} />
            </ClientMessages>
          )
        }
      />
      <RecordTabs of={collection === 'companies' ? 'contacts' : 'locations'} />
      <List
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
        renderEmpty={(isFiltered) => <RecordEmptyState {...props} isFiltered={isFiltered} />}
      />
    </Page>
  )
}

async function RecordEmptyState({ collection, isFiltered, mayAdd }: RecordListProps & { isFiltered: boolean }) {
  const t = await getT('records')
  if (isFiltered)
    return (
      <EmptyState
        icon={RECORD_ICONS[collection]}
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
    <EmptyState icon={RECORD_ICONS[collection]} title={t(`${collection}.emptyTitle`)}>
      {mayAdd || collection === 'companies' ? t(`${collection}.emptySentence`) : t(`${collection}.emptyMember`)}
    </EmptyState>
  )
}
