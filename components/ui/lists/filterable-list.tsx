import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import type { ListName, SavedView } from '@/server/views/schema'
import { readTextParam, type SearchParams } from '../search-params'
import type { Column } from './column'
import { ColumnsMenu } from './columns-menu'
import { DataTable, type DataTableProps } from './data-table'
import { type ActiveFilter, FilterBar } from './filter-bar'
import { FilterMenu } from './filter-menu'
import { Pagination, type PaginationProps } from './pagination'
import { RefreshOnReturn } from './refresh-on-return'
import { SaveOrDeleteViewButton } from './save-or-delete-view-button'
import { SelectionProvider } from './selection'
import { isColumnVisible, readToggledColumns } from './toggled-columns'
import { normalizeViewQuery, ViewTabs } from './view-tabs'

export type FilterableListBaseProps = {
  path: string
  params: SearchParams
  meta: PaginationProps['meta']
  views: readonly SavedView[]
  search: ReactNode
  filters?: ReactNode
  activeFilters: readonly ActiveFilter[]
  sort: string
  defaultSort?: string
  renderEmpty: (isFiltered: boolean) => ReactNode
}

export type FilterableListProps<T> = Omit<DataTableProps<T>, 'sorting'> &
  FilterableListBaseProps & {
    name: ListName
    /** Bulk actions that read `useSelection`. Without them rows are not selectable. */
    bulkActions?: ReactNode
    /** The bulk actions can be performed on all rows that match the filters. */
    selectsAllMatching?: boolean
  }

export const DEFAULT_SORT = '-created'

export function readSortParam<Sort extends string>(params: SearchParams, sorts: readonly Sort[]): Sort | undefined {
  return sorts.find((sort) => sort === readTextParam(params, 'sort'))
}

export async function FilterableList<T>(props: FilterableListProps<T>) {
  const { name, path, params, meta, views, activeFilters, sort, bulkActions, columns, rows } = props
  const { defaultSort = DEFAULT_SORT } = props
  const [cookieStore, t] = await Promise.all([cookies(), getT('lists')])
  const toggled = readToggledColumns(cookieStore, name)
  const hideable = columns.slice(1)
  const visibleColumns = columns.filter((column, index) => index === 0 || isColumnVisible(column, toggled))
  const isFiltered = activeFilters.length > 0 || meta.page > 1
  const sortFilter = sort === defaultSort ? [] : [{ params: ['sort'], label: await sortLabel(columns, sort) }]
  const query = normalizeViewQuery(params)
  const dataTable = (
    <DataTable
      {...props}
      columns={visibleColumns}
      rowName={bulkActions === undefined ? undefined : props.rowName}
      sorting={{ sort, defaultSort, path, params }}
    />
  )
  return (
    <ClientMessages namespaces={['lists']}>
      <RefreshOnReturn />
      <ViewTabs path={path} params={params} views={views} />
      {(rows.length > 0 || isFiltered || views.length > 0) && (
        <FilterBar
          path={path}
          params={params}
          activeFilters={[...activeFilters, ...sortFilter]}
          search={props.search}
          after={
            query !== '' && (
              <SaveOrDeleteViewButton
                key={query}
                list={name}
                query={query}
                view={views.find((view) => view.query === query) ?? null}
              />
            )
          }
        >
          {props.filters}
          <div className="contents sm:hidden">
            <FilterMenu
              param="sort"
              label={t('sort')}
              allLabel={await sortLabel(columns, defaultSort)}
              options={await sortOptions(columns, defaultSort)}
            />
          </div>
          <div className="ml-auto max-sm:hidden">
            <ColumnsMenu
              list={name}
              columns={hideable.map(({ key, header, isOptional = false }) => ({ key, label: header, isOptional }))}
              toggled={toggled}
            />
          </div>
        </FilterBar>
      )}
      {rows.length === 0 ? (
        props.renderEmpty(isFiltered)
      ) : bulkActions === undefined ? (
        dataTable
      ) : (
        <SelectionProvider list={name} bar={bulkActions} matching={props.selectsAllMatching ? meta.total : undefined}>
          {dataTable}
        </SelectionProvider>
      )}
      <Pagination meta={meta} path={path} params={params} />
    </ClientMessages>
  )
}

async function sortLabel<T>(columns: readonly Column<T>[], sort: string): Promise<string> {
  const t = await getT('lists')
  const isDescending = sort.startsWith('-')
  const column = columns.find(({ sort: columnSort }) => columnSort?.by === sort.replace(/^-/, ''))
  return t('order', {
    column: column?.header ?? '',
    order: t(`orders.${column?.sort?.kind ?? 'text'}.${isDescending ? 'down' : 'up'}`),
  })
}

async function sortOptions<T>(
  columns: readonly Column<T>[],
  defaultSort: string,
): Promise<{ value: string; label: string }[]> {
  const sorts = columns.flatMap(({ sort }) => (sort ? [sort.by, `-${sort.by}`] : []))
  const others = sorts.filter((sort) => sort !== defaultSort)
  return Promise.all(others.map(async (value) => ({ value, label: await sortLabel(columns, value) })))
}
