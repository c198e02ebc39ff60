import type { SortBy } from '../fields/schema'
import { readSort } from '../paging'
import { CONTACT_FIELDS } from './contact-columns'

/** `data`: the rows as JSON without the enclosing brackets. */
export type Found = { data: string; total: number }
export type FoundRow = { data: string | null; total: string }

/** An aggregate over an ordered subquery keeps its order. */
export const asJson = (rows: string) =>
  `(SELECT string_agg(row_to_json(f)::text, ',') FROM (SELECT ${CONTACT_FIELDS} FROM (${rows}) c) f)`

/** Sort expressions on `contact c`; each must match its index exactly. */
const COMPARED = {
  created: 'c.created_at',
  name: `(find_fold(c.first_name || coalesce(' ' || c.last_name, '')) COLLATE "C")`,
  email: `(find_fold(c.email) COLLATE "C")`,
} as const

export type Order = {
  name: string
  key: string
  direction: 'ASC' | 'DESC'
}

export function readOrder(sort: SortBy<keyof typeof COMPARED> = '-created'): Order {
  const { key, direction } = readSort(sort)
  return {
    name: sort,
    key: COMPARED[key],
    direction: direction === 'desc' ? 'DESC' : 'ASC',
  }
}

export const orderBy = ({ key, direction }: Order) => `ORDER BY ${key} ${direction}, c.id ${direction}`

/**
 * SQL: rows of a page, read by ids that are skipped from the nearer end of the list (docs/decisions/0042-offset-pages.md). Past the end
 * it reads nothing. An array instead of a join, because PostgreSQL cannot estimate the limits and would scan the table.
 */
export function deepPage(where: string, order: Order, window: { skip: string; take: string; total: string }): string {
  const { skip, take, total } = window
  const ids = (by: Order, offset: string, limit: string) =>
    `(SELECT c.id FROM contact c WHERE ${where} ${orderBy(by)} OFFSET greatest(${offset}, 0) LIMIT greatest(${limit}, 0))`
  const after = `${total} - ${skip} - ${take}`
  const reversed: Order = { ...order, direction: order.direction === 'ASC' ? 'DESC' : 'ASC' }
  return `SELECT * FROM contact c WHERE c.organization_id = $1::uuid AND c.id = ANY (ARRAY(
    ${ids(order, skip, `CASE WHEN ${skip} <= ${after} THEN ${take} END`)}
    UNION ALL
    ${ids(reversed, after, `CASE WHEN ${skip} > ${after} THEN least(${take}, ${total} - ${skip}) END`)})) ${orderBy(order)}`
}

export function found([row]: FoundRow[]): Found {
  return { data: row?.data ?? '', total: Number(row?.total ?? 0) }
}

/** Short name of a filter for prepared statements, from the initials of its columns: PostgreSQL limits the length of names. */
export function shortly(sql: string): string {
  return [...sql.matchAll(/c\.(\w+) = (ANY)?/g)]
    .slice(1)
    .map(([, column = '', any]) => column.replace(/_id$/, '').replace(/([a-z])[a-z]*_?/g, '$1') + (any ? '*' : ''))
    .join('+')
}
