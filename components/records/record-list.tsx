import { ClientMessages } from '../i18n/client-messages'
import { getT } from '../i18n/server'
import { EmptyState } from '../ui/content/empty-state'
import { Page, PageHeader } from '../ui/content/page'
import { Time } from '../ui/content/time'
import { Button } from '../ui/controls/button'
import { Link } from '../ui/controls/link'
import type { Option } from '../ui/controls/select'
import type { Column } from '../ui/lists/column'
import { DEFAULT_SORT, List, type ListFrame } from '../ui/lists/list'
import { SearchInput } from '../ui/lists/search-input'
import { readTextParam } from '../ui/search-params'
import { RECORD_ICONS, type RecordCollection } from './record-collections'
import { RecordDialog } from './record-dialog'
import { ContactTabs, LocationTabs } from './record-tabs'

type ListedRecord = { id: string; name: string; createdAt: string }

export type RecordListProps<Row extends ListedRecord> = Pick<ListFrame, 'meta' | 'views' | 'params'> & {
  collection: RecordCollection
  sort: string | undefined
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  mayAdd: boolean
  timeZones?: readonly Option[]
}

export async function RecordList<Row extends ListedRecord>(props: RecordListProps<Row>) {
  const { collection, params, meta, views, sort, rows, columns, mayAdd, timeZones = [] } = props
  const t = await getT('records')
  const search = readTextParam(params, 'search')
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
      {collection === 'companies' ? <ContactTabs /> : <LocationTabs />}
      <List
        name={collection}
        path={`/${collection}`}
        params={params}
        meta={meta}
        views={views}
        sort={sort ?? DEFAULT_SORT}
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
          ...columns,
          {
            key: 'added',
            header: t('columns.added'),
            cell: (row) => <Time value={row.createdAt} />,
            className: 'sm:min-w-32',
            phoneSlot: 'end',
            sort: { by: 'created', kind: 'time' },
          },
        ]}
        renderEmpty={(isFiltered) => <RecordEmptyState noun={collection} isFiltered={isFiltered} mayAdd={mayAdd} />}
      />
    </Page>
  )
}

async function RecordEmptyState({
  noun,
  isFiltered,
  mayAdd,
}: {
  noun: RecordCollection
  isFiltered: boolean
  mayAdd: boolean
}) {
  const t = await getT('records')
  if (isFiltered)
    return (
      <EmptyState
        icon={RECORD_ICONS[noun]}
        title={t(`${noun}.noMatchTitle`)}
        action={
          <Button asChild>
            <Link href={`/${noun}`}>{t('clear')}</Link>
          </Button>
        }
      >
        {t('noMatchSentence')}
      </EmptyState>
    )
  return (
    <EmptyState icon={RECORD_ICONS[noun]} title={t(`${noun}.emptyTitle`)}>
      {mayAdd || noun === 'companies' ? t(`${noun}.emptySentence`) : t(`${noun}.emptyMember`)}
    </EmptyState>
  )
}
