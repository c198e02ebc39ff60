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

const FAR_DOWN = 1000

/**
 * A page's rows and the length of its list. Far down the length comes first: past the end nothing is read, where the
 * database would read all of the list to skip it.
 */
export async function rowsAndTotal<Row>(
  request: PageRequest,
  rows: () => Promise<Row[]>,
  length: () => Promise<number>,
): Promise<[Row[], number]> {
  const skipped = offsetOf(request)
  if (skipped < FAR_DOWN) return Promise.all([rows(), length()])
  const total = await length()
  return [skipped < total ? await rows() : [], total]
}
