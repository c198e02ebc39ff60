import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { getT } from '@/components/i18n/server'
import { cn } from '../cn'
import { CheckboxMark } from '../controls/checkbox-mark'
import { Link } from '../controls/link'
import { type SearchParams, withSearchParams } from '../search-params'
import { type Column, choosePhoneLayout, columnStyle, PHONE_CHECKBOX_STYLE, phoneRowStyle } from './column'
import { Cell, HeaderCell, Row, Table } from './table'
import { TableShortcuts } from './table-shortcuts'

export type DataTableProps<T> = {
  caption: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  rowKey: (row: T) => string
  /** URL of a row: the first cell becomes a link that covers the row. Null for a row without a page. */
  rowHref?: (row: T) => string | null
  /** Makes the rows selectable. */
  rowName?: ((row: T) => string) | undefined
  sorting?: Sorting
}

export type Sorting = { sort: string; defaultSort: string; path: string; params: SearchParams }

export async function DataTable<T>(props: DataTableProps<T>) {
  const { caption, columns, rows, rowKey, rowHref, rowName, sorting } = props
  const t = await getT('common')
  const lists = await getT('lists')
  const phoneLayout = choosePhoneLayout(columns)
  const hasPhoneRows = phoneLayout !== 'none'
  const anyGrows = columns.some((column) => column.grow)
  const grows = (column: Column<T>, index: number) => column.grow ?? (!anyGrows && index === 0)
  // Browsers drop table semantics when CSS changes `display`, so set the roles explicitly.
  const role = (name: string) => (hasPhoneRows ? { role: name } : {})
  return (
    <TableShortcuts>
      <Table className={hasPhoneRows ? 'max-sm:block' : undefined} {...role('table')}>
        <caption className="sr-only">
          {caption}
          {rowHref && `. ${t('tableKeys')}`}
        </caption>
        <thead className={hasPhoneRows ? 'max-sm:hidden' : undefined} {...role('rowgroup')}>
          <tr {...role('row')}>
            {rowName && (
              <HeaderCell className="w-px" {...role('columnheader')}>
                <SelectionCheckbox isAll label={lists('selectAll')} />
              </HeaderCell>
            )}
            {columns.map((column) => (
              <HeaderCell
                key={column.key}
                align={column.align}
                {...ariaSort(column, sorting)}
                {...role('columnheader')}
                className={cn(columnStyle(column, 'none'), column.className)}
              >
                {sorting && column.sort ? <SortLink column={column} sorting={sorting} /> : column.header}
              </HeaderCell>
            ))}
          </tr>
        </thead>
        <tbody className={hasPhoneRows ? 'max-sm:block' : undefined} {...role('rowgroup')}>
          {rows.map((row) => (
            <Row
              key={rowKey(row)}
              className={hasPhoneRows ? phoneRowStyle(columns, rowName !== undefined) : undefined}
              {...role('row')}
            >
              {rowName && (
                <Cell className={cn('w-px', hasPhoneRows && PHONE_CHECKBOX_STYLE)} {...role('cell')}>
                  <SelectionCheckbox value={rowKey(row)} label={lists('selectRow', { name: rowName(row) })} />
                </Cell>
              )}
              {columns.map((column, index) => (
                <Cell
                  key={column.key}
                  align={column.align}
                  {...role('cell')}
                  className={cn(
                    grows(column, index) ? 'max-w-0 truncate max-sm:max-w-full' : 'whitespace-nowrap',
                    columnStyle(column, phoneLayout),
                    column.className ?? (grows(column, index) && 'w-1/2 min-w-36'),
                  )}
                >
                  {index === 0 ? (
                    <FirstCell href={rowHref?.(row) ?? null}>{column.cell(row)}</FirstCell>
                  ) : (
                    column.cell(row)
                  )}
                </Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
    </TableShortcuts>
  )
}

function SelectionCheckbox({ label, value, isAll = false }: { label: string; value?: string; isAll?: boolean }) {
  return (
    <span className="relative z-1 grid size-4 place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        value={value}
        data-select={isAll ? 'all' : 'row'}
        // Restored checkbox states after a reload would apply to other rows.
        autoComplete="off"
        className="peer absolute -inset-3 m-0 cursor-pointer opacity-0"
      />
      <CheckboxMark />
    </span>
  )
}

function FirstCell({ href, children }: { href: string | null; children: ReactNode }) {
  return href === null ? children : <RowLink href={href}>{children}</RowLink>
}

/** Covers its row. Controls in other cells need `relative z-1`. */
function RowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      data-row-link
      className="block min-w-0 truncate font-medium text-ink outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-accent-text focus-visible:after:outline-offset-[-2px]"
    >
      {children}
    </Link>
  )
}

function SortLink<T>({ column, sorting }: { column: Column<T>; sorting: Sorting }) {
  const { sort, defaultSort, path, params } = sorting
  const { by = '', kind } = column.sort ?? {}
  const first = kind === 'text' ? by : `-${by}`
  const next = sort === first ? (first === by ? `-${by}` : by) : first
  const direction = sortDirection(by, sort)
  const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown
  return (
    <Link
      href={withSearchParams(path, params, { sort: next === defaultSort ? null : next })}
      scroll={false}
      className="group/sort -mx-1.5 inline-flex items-center gap-1 rounded-mark px-1.5 py-1 hover:text-ink"
    >
      {column.header}
      <Arrow
        size={12}
        aria-hidden
        className={direction === null ? 'opacity-0 transition-opacity group-hover/sort:opacity-60' : undefined}
      />
    </Link>
  )
}

function ariaSort<T>(column: Column<T>, sorting?: Sorting) {
  const direction = column.sort && sorting ? sortDirection(column.sort.by, sorting.sort) : null
  return direction === null ? {} : ({ 'aria-sort': direction } as const)
}

function sortDirection(by: string, sort: string): 'ascending' | 'descending' | null {
  return sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : null
}
