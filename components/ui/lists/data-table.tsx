import NextLink from 'next/link'
import type { ReactNode } from 'react'
import { getT } from '@/components/i18n/server'
import { cn } from '../cn'
import { Cell, type CellAlign, HeaderCell, Row, Table } from './table'
import { TableKeys } from './table-keys'

export type Column<T> = {
  key: string
  header: ReactNode
  cell: (row: T) => ReactNode
  /** `right` for numbers. */
  align?: CellAlign
  /** Takes the room that is left and cuts off what does not fit; the first column, where none says so. */
  grow?: boolean
  /** Not shown below this width of the screen. */
  from?: 'sm' | 'md' | 'lg'
  /** Of its cells. */
  className?: string
}

export type DataTableProps<T> = {
  /** What the table lists; read out. */
  caption: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  rowKey: (row: T) => string
  /** Where a row leads: the first cell becomes the link, and the whole row its target. */
  rowHref?: (row: T) => string
}

const FROM = { sm: 'max-sm:hidden', md: 'max-md:hidden', lg: 'max-lg:hidden' }

/** A list, rendered on the server. Rows are links; j and k move between them. */
export async function DataTable<T>(props: DataTableProps<T>) {
  const { caption, columns, rows, rowKey, rowHref } = props
  const t = await getT('common')
  const anyGrows = columns.some((column) => column.grow)
  const grows = (column: Column<T>, place: number) => column.grow ?? (!anyGrows && place === 0)
  return (
    <TableKeys>
      <Table>
        <caption className="sr-only">
          {caption}
          {rowHref && `. ${t('tableKeys')}`}
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell
                key={column.key}
                {...(column.align ? { align: column.align } : {})}
                className={cn(column.from && FROM[column.from], column.className)}
              >
                {column.header}
              </HeaderCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={rowKey(row)}>
              {columns.map((column, place) => (
                <Cell
                  key={column.key}
                  {...(column.align ? { align: column.align } : {})}
                  className={cn(
                    grows(column, place) ? 'max-w-0 truncate' : 'whitespace-nowrap',
                    column.from && FROM[column.from],
                    column.className ?? (grows(column, place) && 'w-1/2 min-w-36'),
                  )}
                >
                  {place === 0 && rowHref ? (
                    <RowLink href={rowHref(row)}>{column.cell(row)}</RowLink>
                  ) : (
                    column.cell(row)
                  )}
                </Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
    </TableKeys>
  )
}

/** Covers its row, so that the row is the link. Controls in other cells stand above it with `relative z-1`. */
function RowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <NextLink
      href={href}
      data-row-link
      className="block min-w-0 truncate font-medium text-ink outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-accent-text focus-visible:after:outline-offset-[-2px]"
    >
      {children}
    </NextLink>
  )
}
