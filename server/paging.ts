/** One page of a list: numbers start at 1, `perPage` is at most 100. */
export type PageRequest = { page: number; limit: number }

export type PageMeta = { page: number; perPage: number; total: number; totalPages: number }

export type Page<T> = { data: T[]; meta: PageMeta }

/** Rows to skip. Capped, so that an absurd page number is an empty page and not an overflow in the database. */
export function offsetOf({ page, limit }: PageRequest): number {
  return Math.min((page - 1) * limit, 2_000_000_000)
}

export function pageOf<T>(data: T[], total: number, { page, limit }: PageRequest): Page<T> {
  return { data, meta: { page, perPage: limit, total, totalPages: Math.ceil(total / limit) } }
}
