import { now } from '../clock'
import { queryRows, rowsApart } from '../db'

/** From so many matches on, a search's total is kept rather than counted, and its pages are read from the newest on. */
export const BROAD_FROM = 4000

/** Kept totals per organization; each costs every change of a contact one comparison. */
const KEPT_AT_MOST = 20

/** What is searched, for `contact c`. */
const SEARCHED_TEXT = 'contact_search_text(c.first_name, c.last_name, c.email)'

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
  organizationId: string
  sql: string
  values: unknown[]
  /** How long the list is without a search, in SQL. */
  total: string
  /** The name under which that is kept, in SQL; null where it is counted. */
  list: string | null
  /** No condition beside the organization. */
  isWhole: boolean
}

/** What is asked, as the database folds it, and its exact total where one is kept, with the name of that list. */
export type Search = { words: string[]; patterns: string[]; kept: number | null; list: string | null }

/**
 * The words of a search; each must be found, anywhere in a name or in the email. The database folds their case in the same
 * way as that of the contacts: no other folding agrees with it in every alphabet. Null when nothing is asked.
 */
export async function readSearch(organizationId: string, search: string): Promise<Search | null> {
  const given = [...new Set(search.split(/\s+/).filter(Boolean))]
  if (given.length === 0) return null
  const [row] = await queryRows<{ words: string[]; patterns: string[]; total: string | null; list: string | null }>({
    name: 'read-search',
    text: READ_SEARCH_SQL,
    values: [organizationId, given],
  })
  if (!row) throw new Error('an aggregate without a row')
  const { words, patterns, total, list } = row
  return { words, patterns, list, kept: total === null ? null : Number(total) }
}

/** By how much what is written down, and not summed up yet, changes a kept search of the organization $1. */
const notedIn = (search: string) =>
  `(SELECT coalesce(sum(n), 0)::bigint FROM list_change WHERE organization_id = $1::uuid AND list = search_list(${search}))`

/** Patterns of LIKE, in which `%`, `_` and `\` mean themselves. */
const READ_SEARCH_SQL = `
SELECT asked.words, asked.patterns, search_list(t.id) AS list, t.total + ${notedIn('t.id')} AS total
FROM (
  SELECT array_agg(word ORDER BY word) AS words,
    array_agg('%' || regexp_replace(word, '[\\\\%_]', '\\\\\\&', 'g') || '%' ORDER BY word) AS patterns
  FROM (SELECT DISTINCT search_fold(given) COLLATE "C" AS word FROM unnest($2::text[]) given ORDER BY word LIMIT ${WORDS_AT_MOST}) w
) asked
LEFT JOIN contact_search_total t ON t.organization_id = $1::uuid AND t.patterns = asked.patterns`

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
export function gramLookups(organizationId: string, words: readonly string[]): string[] {
  const long = words.filter((word) => countCharacters(word) >= GRAM_LENGTH)
  const queries = [long.map(mostSelectivePart), words].map((looked) =>
    [...new Set(looked.flatMap((word) => gramsInWord(organizationId, word)))].join(' & '),
  )
  return [...new Set(queries)].filter(Boolean)
}

function mostSelectivePart(word: string): string {
  const at = word.indexOf('@')
  const telling = at < GRAM_LENGTH ? word : word.slice(0, at + 1)
  return countCharacters(telling) <= WHOLE_UP_TO ? telling : Array.from(telling).slice(-TELLING_LENGTH).join('')
}

/** As `contact_grams` makes them; a word that is shorter than a piece is the beginning of one. */
function gramsInWord(organizationId: string, word: string): string[] {
  const letters = Array.from(word)
  const quoted = (piece: string) => `'${`${organizationId.slice(-8)}${piece}`.replace(/['\\]/g, '$&$&')}'`
  if (letters.length < GRAM_LENGTH) return [`${quoted(word)}:*`]
  return letters.slice(GRAM_LENGTH - 1).map((_, start) => quoted(letters.slice(start, start + GRAM_LENGTH).join('')))
}

function countCharacters(word: string): number {
  return Array.from(word).length
}

/**
 * Counts a broad search; without other conditions the total is kept from then on. Nobody waits for it: from before the
 * count on, whoever changes contacts writes down what that changes in this search, and what the count and what was written
 * down by then have in common is taken off. That needs every transaction that began too early to write it down to have
 * ended before the count; while one has not, the total is true for this page and not kept yet.
 */
export async function totalOfSearch(
  organizationId: string,
  patterns: readonly string[],
  filter: Filter,
): Promise<number> {
  const text = `SELECT count(*) AS total FROM contact c WHERE ${filter.sql} AND ${matches(filter.values.length + 1)}`
  const values = [...filter.values, patterns]
  if (!filter.isWhole) return Number((await queryRows<{ total: string }>({ text, values }))[0]?.total ?? 0)
  const id = await askToNote(organizationId, patterns)
  // One statement: what it counts and what was written down are of the same moment.
  const [counted] = await rowsApart<{ total: string; noted: string; is_sure: boolean | null }>({
    text: `SELECT counted.total, ${notedIn('$3::uuid')} AS noted,
        (SELECT noted_from <= pg_snapshot_xmin(pg_current_snapshot()) FROM contact_search_total WHERE organization_id = $1::uuid AND id = $3::uuid) AS is_sure
      FROM (${text}) counted`,
    values: [...values, id],
  })
  const total = Number(counted?.total ?? 0)
  if (counted?.is_sure !== true) return total
  await rowsApart({
    text: `WITH kept AS (UPDATE contact_search_total SET total = $3::bigint WHERE organization_id = $1::uuid AND id = $2::uuid AND total IS NULL RETURNING id, total)
      INSERT INTO list_mark (organization_id, list, created_at, id, n) SELECT $1::uuid, search_list(id), '-infinity', '${NO_SEARCH}', total FROM kept`,
    values: [organizationId, id, total - Number(counted.noted)],
  })
  return total
}

/**
 * From now on the triggers write down what changes in this search. Each statement is a transaction of its own: the third
 * one's comes after everybody's who could not know of the first.
 * @returns the kept search's id.
 */
async function askToNote(organizationId: string, patterns: readonly string[]): Promise<string> {
  await rowsApart({
    text: 'INSERT INTO contact_search_total (organization_id, patterns, counted_at) VALUES ($1, $2, $3) ON CONFLICT (organization_id, patterns) DO NOTHING',
    values: [organizationId, patterns, now()],
  })
  await rowsApart({
    text: `WITH gone AS (DELETE FROM contact_search_total WHERE organization_id = $1 AND id IN (
        SELECT id FROM contact_search_total WHERE organization_id = $1 AND patterns <> $2 ORDER BY counted_at DESC OFFSET ${KEPT_AT_MOST - 1}) RETURNING id)
      DELETE FROM list_mark WHERE organization_id = $1 AND list IN (SELECT search_list(id) FROM gone)`,
    values: [organizationId, patterns],
  })
  const [row] = await rowsApart<{ id: string }>({
    text: `UPDATE contact_search_total SET noted_from = coalesce(noted_from, pg_current_xact_id())
      WHERE organization_id = $1 AND patterns = $2 RETURNING id`,
    values: [organizationId, patterns],
  })
  return row?.id ?? NO_SEARCH
}

/** Others have asked for so much since that this search is no longer kept. */
const NO_SEARCH = '00000000-0000-0000-0000-000000000000'
