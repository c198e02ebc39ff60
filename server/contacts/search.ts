import { now } from '../clock'
import { db, rowsOf } from '../db'

/** From so many matches on, a search's total is kept rather than counted, and its pages are read from the newest on. */
export const BROAD_FROM = 4000

/** Kept totals per organization; each costs every change of a contact one comparison. */
const KEPT_AT_MOST = 20

/** What is searched, for `contact c`: letter for letter the expression of the index contact_search_idx. */
export const SEARCHED_TEXT = `lower(' ' || c.first_name || ' ' || coalesce(c.last_name, '') || ' ' || c.email)`

const WORDS_AT_MOST = 10

/** Conditions on `contact c`; the values are those of the parameters $1 … in order. */
export type Filter = {
  sql: string
  values: unknown[]
  /** How long the list is without a search, in SQL. */
  total: string
  /** No condition beside the organization. */
  isWhole: boolean
}

/**
 * A search as patterns of LIKE, all of which must match. A word matches anywhere; one of one or two characters, which no
 * trigram can find, at the beginning of a name or of the email. `%`, `_` and `\` mean themselves.
 */
export function patternsOf(search: string): string[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const patterns = words.map((word) => (lengthOf(word) < 3 ? `% ${literal(word)}%` : `%${literal(word)}%`))
  return [...new Set(patterns)].toSorted().slice(0, WORDS_AT_MOST)
}

/** Of a longer word, as many characters are looked up in the index; all of it is compared with what is found. */
const KEY_LENGTH = 6
const WHOLE_UP_TO = 8

/**
 * What of a pattern is looked up: the end of its word, of an email the end of what stands before the @. Each trigram of
 * a key is one more list to read, and a beginning that half of all contacts share (`person.500`, `user1234`) makes it a
 * long one.
 */
export function keyOf(pattern: string): string {
  if (pattern.startsWith('% ')) return pattern
  const word = pattern.slice(1, -1).replace(/\\(.)/g, '$1')
  const at = word.indexOf('@')
  const telling = at < 4 ? word : word.slice(0, at + 1)
  if (lengthOf(telling) <= WHOLE_UP_TO) return `%${literal(telling)}%`
  const key = Array.from(telling).slice(-KEY_LENGTH).join('')
  return /[\p{L}\p{N}]{3}/u.test(key) ? `%${literal(key)}%` : pattern
}

function literal(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&')
}

function lengthOf(word: string): number {
  return Array.from(word).length
}

/** The exact total of a search that matched many before; null when none is kept. */
export async function keptTotal(organizationId: string, patterns: readonly string[]): Promise<number | null> {
  const [row] = await rowsOf<{ total: string }>({
    name: 'kept-search-total',
    text: 'SELECT total FROM contact_search_total WHERE organization_id = $1 AND patterns = $2',
    values: [organizationId, patterns],
  })
  return row ? Number(row.total) : null
}

/**
 * Counts a broad search; without other conditions the total is kept from then on. While it counts, nobody changes the
 * organization's contacts: every writer takes the row of the whole list's total in a way that this lock excludes, and
 * sees the kept total once it goes on.
 */
export async function totalOfSearch(
  organizationId: string,
  patterns: readonly string[],
  filter: Filter,
): Promise<number> {
  const text = `SELECT count(*) AS total FROM contact c WHERE ${filter.sql} AND ${SEARCHED_TEXT} LIKE ALL ($${filter.values.length + 1}::text[])`
  const values = [...filter.values, patterns]
  if (!filter.isWhole) return Number((await rowsOf<{ total: string }>({ text, values }))[0]?.total ?? 0)
  return db.$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT FROM list_total WHERE organization_id = ${organizationId}::uuid AND list = 'contact' FOR UPDATE`
      const [counted] = await tx.$queryRawUnsafe<{ total: bigint }[]>(text, ...values)
      const total = Number(counted?.total ?? 0)
      await tx.$executeRaw`
        INSERT INTO contact_search_total (organization_id, patterns, total, counted_at) VALUES (${organizationId}::uuid, ${patterns}::text[], ${total}, ${now()})
        ON CONFLICT (organization_id, patterns) DO NOTHING`
      await tx.$executeRaw`
        DELETE FROM contact_search_total WHERE organization_id = ${organizationId}::uuid AND patterns IN (
          SELECT patterns FROM contact_search_total WHERE organization_id = ${organizationId}::uuid ORDER BY counted_at DESC OFFSET ${KEPT_AT_MOST})`
      return total
    },
    { timeout: 30_000, maxWait: 10_000 },
  )
}
