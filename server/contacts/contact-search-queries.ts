import { NIL } from 'uuid'
import { now } from '../clock'
import { queryRows, queryRowsAutoCommit } from '../db'

export const BROAD_SEARCH_MIN_MATCHES = 4000

/** Of searches and of filters, each. */
const STORED_TOTALS_MAX = { searches: 20, filters: 100 }

const SEARCHED_TEXT = 'contact_search_text(c.first_name, c.last_name, c.email)'

export const matchesPatternsSql = (parameter: number) => `${SEARCHED_TEXT} LIKE ALL ($${parameter}::text[])`

/**
 * SQL: whether a contact contains the grams in a parameter. Must match the expression of contact_search_idx exactly; as the only
 * condition it makes PostgreSQL use that index alone.
 */
export const containsGramsSql = (parameter: number) =>
  `contact_grams(c.organization_id, ${SEARCHED_TEXT}) @@ $${parameter}::tsquery`

const WORDS_AT_MOST = 10

export type ContactFilterSql = { sql: string; values: unknown[]; totalSql: string; isUnfiltered: boolean }

export type ContactSearch = { words: string[]; patterns: string[]; storedTotal: number | null }

/**
 * Parses a search: each word must occur in a name or the email. The database folds the case, as it does for contacts, because no other
 * implementation agrees with it in every alphabet.
 * @returns null for an empty search.
 */
export async function resolveContactSearch(organizationId: string, search: string): Promise<ContactSearch | null> {
  const inputWords = [...new Set(search.split(/\s+/).filter(Boolean))]
  if (inputWords.length === 0) return null
  const [row] = await queryRows<{ words: string[]; patterns: string[]; total: string | null }>({
    name: 'read-search',
    text: READ_SEARCH_SQL,
    values: [organizationId, inputWords],
  })
  if (!row) throw new Error('an aggregate without a row')
  const { words, patterns, total } = row
  return { words, patterns, storedTotal: total === null ? null : Number(total) }
}

const pendingChangesSql = (search: string) =>
  `(SELECT coalesce(sum(n), 0)::bigint FROM list_change WHERE organization_id = $1::uuid AND list = search_list_key(${search}))`

const READ_SEARCH_SQL = `
SELECT parsed.words, parsed.patterns, t.total + ${pendingChangesSql('t.id')} AS total
FROM (
  SELECT array_agg(word ORDER BY word) AS words,
    array_agg('%' || regexp_replace(word, '[\\\\%_]', '\\\\\\&', 'g') || '%' ORDER BY word) AS patterns
  FROM (SELECT DISTINCT fold_case(input) COLLATE "C" AS word FROM unnest($2::text[]) input ORDER BY word LIMIT ${WORDS_AT_MOST}) w
) parsed
LEFT JOIN contact_search_total t ON t.organization_id = $1::uuid AND t.patterns = parsed.patterns AND t.terms = ''`

const GRAM_LENGTH = 5
const SELECTIVE_LENGTH = 7
const WHOLE_WORD_MAX_LENGTH = 8

/**
 * tsqueries for the index, the cheapest first. Each returns a superset of the matches. Every gram costs one posting list, and a word
 * shorter than a gram costs one per gram with that prefix. So the first query uses only the ends of longer words, and for an email the
 * end of its local part: common prefixes (`person.500`, `user1234`) have long lists. The last query uses all words in full.
 */
export function buildGramQueries(organizationId: string, words: readonly string[]): string[] {
  const long = words.filter((word) => Array.from(word).length >= GRAM_LENGTH)
  const queries = [long.map(mostSelectivePart), words].map((lookupWords) =>
    [...new Set(lookupWords.flatMap((word) => gramsInWord(organizationId, word)))].join(' & '),
  )
  return [...new Set(queries)].filter(Boolean)
}

function mostSelectivePart(word: string): string {
  const at = word.indexOf('@')
  const selective = at < GRAM_LENGTH ? word : word.slice(0, at + 1)
  const characters = Array.from(selective)
  return characters.length <= WHOLE_WORD_MAX_LENGTH ? selective : characters.slice(-SELECTIVE_LENGTH).join('')
}

function gramsInWord(organizationId: string, word: string): string[] {
  const letters = Array.from(word)
  const quoted = (piece: string) => `'${`${organizationId.slice(-8)}${piece}`.replace(/['\\]/g, '$&$&')}'`
  if (letters.length < GRAM_LENGTH) return [`${quoted(word)}:*`]
  return letters.slice(GRAM_LENGTH - 1).map((_, start) => quoted(letters.slice(start, start + GRAM_LENGTH).join('')))
}

/** What a stored total counts: the contacts of a search, or those that match the terms of a filter. */
export type TotalKey = { patterns: readonly string[]; terms: string }

/** The stored total of a filter with its recorded changes; null if it is not stored. */
export async function readStoredFilterTotal(organizationId: string, terms: string): Promise<number | null> {
  const [row] = await queryRows<{ total: string | null }>({
    name: 'read-filter-total',
    text: `SELECT t.total + ${pendingChangesSql('t.id')} AS total FROM contact_search_total t
      WHERE t.organization_id = $1::uuid AND t.patterns = '{}' AND t.terms = $2`,
    values: [organizationId, terms],
  })
  return row?.total == null ? null : Number(row.total)
}

/** Counts a broad search and, without other conditions, stores the total. */
export async function countSearch(
  organizationId: string,
  patterns: readonly string[],
  filter: ContactFilterSql,
): Promise<number> {
  const text = `SELECT count(*) AS total FROM contact c WHERE ${filter.sql} AND ${matchesPatternsSql(filter.values.length + 1)}`
  const count = { text, values: [...filter.values, patterns] }
  if (filter.isUnfiltered) return countAndStoreTotal(organizationId, { patterns, terms: '' }, count)
  return Number((await queryRows<{ total: string }>(count))[0]?.total ?? 0)
}

/**
 * Counts, and stores the total. Writers are not blocked: from before the count on, triggers record changes to this total, and recorded
 * changes that the count already includes are subtracted. That is exact only once every transaction that began before the recording has
 * ended; until then the total is valid for this page and is not stored.
 * @param count a statement whose first parameter is the organization
 */
export async function countAndStoreTotal(
  organizationId: string,
  key: TotalKey,
  { text, values }: { text: string; values: readonly unknown[] },
): Promise<number> {
  const id = await startRecordingChanges(organizationId, key)
  const idParameter = `$${values.length + 1}::uuid`
  // One statement, so that the count and the recorded changes share a snapshot.
  const [counted] = await queryRowsAutoCommit<{ total: string; noted: string; is_sure: boolean | null }>({
    text: `SELECT counted.total, ${pendingChangesSql(idParameter)} AS noted,
        (SELECT noted_from <= pg_snapshot_xmin(pg_current_snapshot()) FROM contact_search_total WHERE organization_id = $1::uuid AND id = ${idParameter}) AS is_sure
      FROM (${text}) counted`,
    values: [...values, id],
  })
  const total = Number(counted?.total ?? 0)
  if (counted?.is_sure !== true) return total
  await queryRowsAutoCommit({
    text: 'UPDATE contact_search_total SET total = $3 WHERE organization_id = $1 AND id = $2 AND total IS NULL',
    values: [organizationId, id, total - Number(counted.noted)],
  })
  return total
}

/**
 * Makes the triggers record changes to this total. Each statement is its own transaction, so that the transaction id stored by the
 * third is later than that of every transaction that could not see the row of the first.
 * @returns the id of the stored total.
 */
async function startRecordingChanges(organizationId: string, { patterns, terms }: TotalKey): Promise<string> {
  await queryRowsAutoCommit({
    text: `INSERT INTO contact_search_total (organization_id, patterns, terms, counted_at) VALUES ($1, $2, $3, $4)
      ON CONFLICT (organization_id, patterns, terms) DO NOTHING`,
    values: [organizationId, patterns, terms, now()],
  })
  await queryRowsAutoCommit({
    text: `DELETE FROM contact_search_total WHERE organization_id = $1 AND id IN (
      SELECT id FROM contact_search_total WHERE organization_id = $1 AND (patterns, terms) <> ($2, $3) AND (terms = '') = ($3 = '')
      ORDER BY counted_at DESC OFFSET ${(terms === '' ? STORED_TOTALS_MAX.searches : STORED_TOTALS_MAX.filters) - 1})`,
    values: [organizationId, patterns, terms],
  })
  const [row] = await queryRowsAutoCommit<{ id: string }>({
    text: `UPDATE contact_search_total SET noted_from = coalesce(noted_from, pg_current_xact_id())
      WHERE organization_id = $1 AND patterns = $2 AND terms = $3 RETURNING id`,
    values: [organizationId, patterns, terms],
  })
  // Without a row the total was evicted meanwhile.
  return row?.id ?? NIL
}
