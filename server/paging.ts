import type { RawJson } from './raw-json'
import type { SortParameter } from './validation/schema'

export type PageRequest = { page: number; limit: number }

export type SortDirection = 'asc' | 'desc'

export function parseSortParameter<Key extends string>(
  sort: SortParameter<Key>,
): { key: Key; direction: SortDirection } {
  if (sort.startsWith('-')) return { key: sort.slice(1) as Key, direction: 'desc' }
  return { key: sort as Key, direction: 'asc' }
}

export type PageMeta = { page: number; perPage: number; total: number; totalPages: number }

export type Page<T> = { data: T[]; meta: PageMeta }

export type PageOfJsonRows<T> = { data: RawJson<T[]>; meta: PageMeta }

export function pageOffset({ page, limit }: PageRequest): number {
  return Math.min((page - 1) * limit, 2_000_000_000)
}

export function toPage<T>(data: T[], total: number, request: PageRequest): Page<T> {
  return { data, meta: pageMeta(total, request) }
}

export function pageMeta(total: number, { page, limit }: PageRequest): PageMeta {
  return { page, perPage: limit, total, totalPages: Math.ceil(total / limit) }
}

/** From this offset on, ids are skipped in an index and only the rows of the page are read (docs/decisions/0042-offset-pages.md). */
export const DEEP_OFFSET = 1000

export type RowWindow = { skip: number; take: number }

type ListQuery<Where, By> = { where: Where; orderBy: By[] } & Partial<RowWindow>

export type PagedListQueries<Row, Where, By> = {
  where: Where
  orderBy: readonly By[]
  findRows: (query: ListQuery<Where, By>) => Promise<Row[]>
  findIds: (query: ListQuery<Where, By>) => Promise<{ id: string }[]>
  count: () => Promise<number>
}

/** Rows of a page, and the length of the list. Past the end nothing is queried, where the database would scan the whole list. */
export async function readRowsAndTotal<Row, Where extends object, By extends object>(
  request: PageRequest,
  list: PagedListQueries<Row, Where, By>,
): Promise<[Row[], number]> {
  const { where } = list
  const orderBy = [...list.orderBy]
  const window = { skip: pageOffset(request), take: request.limit }
  if (window.skip < DEEP_OFFSET) return Promise.all([list.findRows({ where, orderBy, ...window }), list.count()])
  const total = await list.count()
  if (window.skip >= total) return [[], total]
  const ids = await list.findIds({ where, ...readFromNearestEnd(window, orderBy, total) })
  return [await list.findRows({ where: { ...where, id: { in: ids.map(({ id }) => id) } }, orderBy }), total]
}

/**
 * The last page costs the same as the first, and the middle is the most expensive. Seen from the end, a window is relative to `total`, so
 * that rows added at the front since do not shift it.
 */
function readFromNearestEnd<By extends object>({ skip, take }: RowWindow, orderBy: By[], total: number) {
  const after = total - skip - take
  if (skip <= after) return { skip, take, orderBy }
  return { skip: Math.max(after, 0), take: Math.min(take, total - skip), orderBy: orderBy.map(reverseOrder) }
}

type Order = { readonly [column: string]: SortDirection | { sort: SortDirection; nulls?: 'first' | 'last' } }

function reverseOrder<By extends object>(by: By): By {
  const reversed = Object.entries(by as Order).map(([column, order]) => [
    column,
    typeof order === 'string'
      ? opposite(order)
      : { sort: opposite(order.sort), ...(order.nulls && { nulls: order.nulls === 'last' ? 'first' : 'last' }) },
  ])
  return Object.fromEntries(reversed) as By
}

function opposite(direction: SortDirection): SortDirection {
  return direction === 'asc' ? 'desc' : 'asc'
}
