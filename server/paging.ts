import type { SortBy } from './fields/schema'
import type { JsonText } from './json-text'

/** One page of a list: numbers start at 1, `perPage` is at most 100. */
export type PageRequest = { page: number; limit: number }

export type SortDirection = 'asc' | 'desc'

/** `-created` is by `created`, descending. */
export function readSort<Key extends string>(sort: SortBy<Key>): { key: Key; direction: SortDirection } {
  if (sort.startsWith('-')) return { key: sort.slice(1) as Key, direction: 'desc' }
  return { key: sort as Key, direction: 'asc' }
}

export type PageMeta = { page: number; perPage: number; total: number; totalPages: number }

export type Page<T> = { data: T[]; meta: PageMeta }

/** The same, its items as the database wrote them. */
export type JsonPage<T> = { data: JsonText<T[]>; meta: PageMeta }

/** Rows to skip. Capped, so that an absurd page number is an empty page and not an overflow in the database. */
export function pageOffset({ page, limit }: PageRequest): number {
  return Math.min((page - 1) * limit, 2_000_000_000)
}

export function toPage<T>(data: T[], total: number, request: PageRequest): Page<T> {
  return { data, meta: pageMeta(total, request) }
}

export function pageMeta(total: number, { page, limit }: PageRequest): PageMeta {
  return { page, perPage: limit, total, totalPages: Math.ceil(total / limit) }
}

/** From so many items on skipping one by one is slow. */
export const DEEP_FROM = 1000

export type Window = { skip: number; take: number }

/** How a list is read. */
export type ListReader<Row> = {
  /** The rows of a window, or those with these ids, in the order of the list. */
  rows: (cut: Window | { ids: string[] }) => Promise<Row[]>
  /** The ids of a window alone, out of an index (see {@link fromNearerEnd}) or from a mark (server/page-marks.ts). */
  ids: (window: Window, total: number) => Promise<{ id: string }[]>
  /** The rows of a window close to the end of the list, read from there (see {@link fromNearerEnd}): one look instead of two. */
  lastRows?: (window: Window, total: number) => Promise<Row[]>
  length: () => Promise<number>
}

/**
 * A page's rows and the length of its list. Far down the length comes first: past the end nothing is read, where the
 * database would read all of the list to skip it. What is skipped is skipped as ids, which an index holds, not as rows.
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
 * What reads the ids of a window from the end of the list that is nearer, so that its last page costs what its first one does, and
 * what is dearest is its middle. Who comes to the front meanwhile moves nothing here: the page is the one that `total` counted.
 * @param read reads in an order; the list's own and its reverse are one index in two directions.
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

/** What Prisma is asked for a list's rows. */
export function cutOut<Where extends object>(
  where: Where,
  cut: Window | { ids: string[] },
): { where: Omit<Where, 'id'> & { id?: { in: string[] } }; skip?: number; take?: number } {
  return 'ids' in cut ? { where: { ...where, id: { in: cut.ids } } } : { where, ...cut }
}
