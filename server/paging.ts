import type { SortBy } from './fields/schema'
import type { JsonText } from './json-text'

/** Pages start at 1; `limit` is at most 100. */
export type PageRequest = { page: number; limit: number }

export type SortDirection = 'asc' | 'desc'

/** `-created` sorts by `created`, descending. */
export function readSort<Key extends string>(sort: SortBy<Key>): { key: Key; direction: SortDirection } {
  if (sort.startsWith('-')) return { key: sort.slice(1) as Key, direction: 'desc' }
  return { key: sort as Key, direction: 'asc' }
}

export type PageMeta = { page: number; perPage: number; total: number; totalPages: number }

export type Page<T> = { data: T[]; meta: PageMeta }

export type JsonPage<T> = { data: JsonText<T[]>; meta: PageMeta }

/** Rows to skip. Capped, so that an absurd page number yields an empty page instead of a database overflow. */
export function pageOffset({ page, limit }: PageRequest): number {
  return Math.min((page - 1) * limit, 2_000_000_000)
}

export function toPage<T>(data: T[], total: number, request: PageRequest): Page<T> {
  return { data, meta: pageMeta(total, request) }
}

export function pageMeta(total: number, { page, limit }: PageRequest): PageMeta {
  return { page, perPage: limit, total, totalPages: Math.ceil(total / limit) }
}

export const DEEP_FROM = 1000

export type Window = { skip: number; take: number }

export type ListReader<Row> = {
  /** Rows of a window, or with these ids, in list order. */
  rows: (cut: Window | { ids: string[] }) => Promise<Row[]>
  /** Ids of a window, from an index (see {@link fromNearerEnd}) or a checkpoint (server/page-marks.ts). */
  ids: (window: Window, total: number) => Promise<{ id: string }[]>
  /** Rows of a window near the end of the list, read backwards (see {@link fromNearerEnd}): one query instead of two. */
  lastRows?: (window: Window, total: number) => Promise<Row[]>
  length: () => Promise<number>
}

/**
 * Rows of a page, and the length of the list. For deep pages the length comes first: past the end nothing is queried, where the database
 * would scan the whole list. The offset then applies to ids in an index instead of full rows.
 */
export async function rowsAndTotal<Row>(request: PageRequest, list: ListReader<Row>): Promise<[Row[], number]> {
  const window = { skip: pageOffset(request), take: request.limit }
  if (window.skip < DEEP_FROM) return Promise.all([list.rows(window), list.length()])
  const total = await list.length()
  if (window.skip >= total) return [[], total]
  if (list.lastRows && total - window.skip < DEEP_FROM) return [await list.lastRows(window, total), total]
  const ids = await list.ids(window, total)
  return [await list.rows({ ids: ids.map(({ id }) => id) }), total]
}

type Order = { readonly [column: string]: SortDirection | { sort: SortDirection; nulls?: 'first' | 'last' } }

/**
 * Returns a reader of a window that starts from the nearer end of the list: the last page costs the same as the first, and the middle is
 * the most expensive. Concurrent inserts at the front do not shift the window, which is relative to `total`.
 * @param read reads in a given order; the list's order and its reverse use one index
 */
export function fromNearerEnd<Item, By extends object>(
  orderBy: readonly By[],
  read: (cut: Window & { orderBy: By[] }) => Promise<Item[]>,
): (window: Window, total: number) => Promise<Item[]> {
  return async ({ skip, take }, total) => {
    const after = total - skip - take
    if (skip <= after) return read({ skip, take, orderBy: [...orderBy] })
    const last = { skip: Math.max(after, 0), take: Math.max(Math.min(take, total - skip), 0) }
    return (await read({ ...last, orderBy: orderBy.map(reversed) })).toReversed()
  }
}

function reversed<By extends object>(by: By): By {
  const turned = Object.entries(by as Order).map(([column, how]) => [
    column,
    typeof how === 'string'
      ? opposite(how)
      : { sort: opposite(how.sort), ...(how.nulls && { nulls: how.nulls === 'last' ? 'first' : 'last' }) },
  ])
  return Object.fromEntries(turned) as By
}

function opposite(direction: SortDirection): SortDirection {
  return direction === 'asc' ? 'desc' : 'asc'
}

export function cutOut<Where extends object>(
  where: Where,
  cut: Window | { ids: string[] },
): { where: Omit<Where, 'id'> & { id?: { in: string[] } }; skip?: number; take?: number } {
  return 'ids' in cut ? { where: { ...where, id: { in: cut.ids } } } : { where, ...cut }
}
