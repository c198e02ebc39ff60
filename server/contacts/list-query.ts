import type { SortBy } from '../fields/schema'
import { readSort } from '../paging'
import { CONTACT_FIELDS } from './contact-columns'

/** A page's rows as JSON without its brackets, and how many items the list has. */
export type Found = { data: string; total: number }
export type FoundRow = { data: string | null; total: string }

/** The rows, as text. An aggregate over an ordered subquery keeps its order. */
export const asJson = (rows: string) =>
  `(SELECT string_agg(row_to_json(f)::text, ',') FROM (SELECT ${CONTACT_FIELDS} FROM (${rows}) c) f)`

export const NEWEST_FIRST = 'ORDER BY c.created_at DESC, c.id DESC'

/** What each order compares, of `contact c`: letter for letter what an index holds. */
const COMPARED = {
  created: 'c.created_at',
  name: `(find_fold(c.first_name || coalesce(' ' || c.last_name, '')) COLLATE "C")`,
  email: `(find_fold(c.email) COLLATE "C")`,
} as const

/** How a list of contacts is ordered. */
export type Order = {
  /** For the name of a statement. */
  name: string
  /** What is compared, of `contact c`. */
  key: string
  direction: 'ASC' | 'DESC'
  /** Newest first, as lists are without a choice. */
  isUsual: boolean
}

export function readOrder(sort: SortBy<keyof typeof COMPARED> = '-created'): Order {
  const { key, direction } = readSort(sort)
  return {
    name: sort,
    key: COMPARED[key],
    direction: direction === 'desc' ? 'DESC' : 'ASC',
    isUsual: sort === '-created',
  }
}

/** The clause for `contact c`. */
export const orderBy = ({ key, direction }: Order) => `ORDER BY ${key} ${direction}, c.id ${direction}`

export function found([row]: FoundRow[]): Found {
  return { data: row?.data ?? '', total: Number(row?.total ?? 0) }
}

/** One name for each text, by which filters are given: the initials of their columns. PostgreSQL takes no long names. */
export function shortly(sql: string): string {
  return [...sql.matchAll(/c\.(\w+) = (ANY)?/g)]
    .slice(1)
    .map(([, column = '', any]) => column.replace(/_id$/, '').replace(/([a-z])[a-z]*_?/g, '$1') + (any ? '*' : ''))
    .join('+')
}
