import { now } from '../clock'
import { db, rowsOf } from '../db'

/** From so many matches on, a search's total is kept rather than counted, and its pages are read from the newest on. */
export const BROAD_FROM = 4000

/** Kept totals per organization; each costs every change of a contact one comparison. */
const KEPT_AT_MOST = 20

/** What is searched, for `contact c`. */
const SEARCHED_TEXT = `lower(' ' || c.first_name || ' ' || coalesce(c.last_name, '') || ' ' || c.email)`

/** Whether a contact matches the patterns in a parameter. */
export const matches = (parameter: number) => `${SEARCHED_TEXT} LIKE ALL ($${parameter}::text[])`

/**
 * Whether a contact holds the pieces in a parameter: letter for letter the expression of the index contact_search_idx. With
 * no other condition beside it PostgreSQL uses that index and nothing else.
 */
export const holds = (parameter: number) =>
  `contact_grams(c.organization_id, ${SEARCHED_TEXT}) @@ $${parameter}::tsquery`

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

/** The words of a search, lower case. Each must be found, anywhere in a name or in the email. */
export function wordsOf(search: string): string[] {
  return [...new Set(search.toLowerCase().split(/\s+/).filter(Boolean))].toSorted().slice(0, WORDS_AT_MOST)
}

/** Words as patterns of LIKE; `%`, `_` and `\` mean themselves. */
export function patternsOf(words: readonly string[]): string[] {
  return words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
}

const GRAM_LENGTH = 5
/** Of a longer word so many characters tell enough; all of it is compared with what is found. */
const TELLING_LENGTH = 7
const WHOLE_UP_TO = 8

/**
 * What is looked up in the index, as queries of tsquery, the cheapest first; each finds all that match, and more. Every
 * piece is one more list to read, and a word of fewer letters than a piece has is as many lists as pieces begin with it. So
 * the first query has the ends of the longer words alone, of an email the end of what stands before the @: a beginning that
 * half of all contacts share (`person.500`, `user1234`) makes a long list. The last one has everything.
 */
export function lookupsOf(organizationId: string, words: readonly string[]): string[] {
  const long = words.filter((word) => lengthOf(word) >= GRAM_LENGTH)
  const queries = [long.map(tellingPartOf), words].map((looked) =>
    [...new Set(looked.flatMap((word) => piecesOf(organizationId, word)))].join(' & '),
  )
  return [...new Set(queries)].filter(Boolean)
}

function tellingPartOf(word: string): string {
  const at = word.indexOf('@')
  const telling = at < GRAM_LENGTH ? word : word.slice(0, at + 1)
  return lengthOf(telling) <= WHOLE_UP_TO ? telling : Array.from(telling).slice(-TELLING_LENGTH).join('')
}

/** As `contact_grams` makes them; a word that is shorter than a piece is the beginning of one. */
function piecesOf(organizationId: string, word: string): string[] {
  const letters = Array.from(word)
  const quoted = (piece: string) => `'${`${organizationId.slice(-8)}${piece}`.replace(/['\\]/g, '$&$&')}'`
  if (letters.length < GRAM_LENGTH) return [`${quoted(word)}:*`]
  return letters.slice(GRAM_LENGTH - 1).map((_, start) => quoted(letters.slice(start, start + GRAM_LENGTH).join('')))
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
  const text = `SELECT count(*) AS total FROM contact c WHERE ${filter.sql} AND ${matches(filter.values.length + 1)}`
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
