import { queryRows } from '../db'
import type { Window } from '../paging'
import { transact } from '../unit-of-work'
import { filterSql, Values } from './filter-sql'
import type { ResponseFilter, ResponseSort } from './response-list'

export type AskedWords = {
  /** tsquery for response_search_lexemes: every word in any of its forms, the last one also as a prefix. */
  lookup: string
  /** LIKE patterns for response_phrases: quoted words, adjacent. */
  phrases: string[]
  /** Forms of all words, for highlighting matches. */
  lexemes: string[]
  /** Prefix of the last word, which may be incomplete. */
  beginning: string | null
}

export type Search = {
  asked: AskedWords | null
  /** Contacts that match the search: their responses match too. */
  contactIds: readonly string[]
}

const ORDERS: Record<ResponseSort, string> = {
  '-created': 'created_at DESC, id DESC',
  created: 'created_at, id',
  score: 'rating NULLS LAST, created_at DESC, id DESC',
  '-score': 'rating DESC NULLS LAST, created_at DESC, id DESC',
}

/** A window of the matching ids and the exact total, from one snapshot. */
export async function searchResponses(
  organizationId: string,
  filter: ResponseFilter,
  search: Search,
  { skip, take, sort }: Window & { sort: ResponseSort },
): Promise<{ ids: string[]; total: number }> {
  const values = new Values()
  const found = foundSql(organizationId, filter, search, values)
  const [row] = await queryRows<{ ids: string[]; total: number }>({
    text: `WITH found AS MATERIALIZED (${found})
      SELECT (SELECT count(*) FROM found)::int AS total,
        ARRAY(SELECT id FROM found ORDER BY ${ORDERS[sort]} OFFSET ${values.add(skip, 'int')} LIMIT ${values.add(take, 'int')}) AS ids`,
    values: values.all,
  })
  return row ?? { ids: [], total: 0 }
}

/** Primary sort key. Ties are ordered newest first, except for `created`. */
const PLACES: Record<ResponseSort, string> = {
  '-created': '0',
  created: '0',
  score: 'coalesce(f.rating, 1000)',
  '-score': 'coalesce(-f.rating, 1000)',
}

/** Previous and next match around a response, which need not match itself. */
export async function searchNeighbours(
  organizationId: string,
  filter: ResponseFilter,
  search: Search,
  { id, sort }: { id: string; sort: ResponseSort },
): Promise<{ previous: string | null; next: string | null; before: number; isListed: boolean; total: number }> {
  const values = new Values()
  const found = foundSql(organizationId, filter, search, values)
  const [itself, organization] = [values.add(id, 'uuid'), values.add(organizationId, 'uuid')]
  const [sooner, later] = sort === 'created' ? ['<', '>'] : ['>', '<']
  const side = (way: string, place: string) =>
    `f.place ${place} h.place OR f.place = h.place AND (f.created_at, f.id) ${way} (h.created_at, h.id)`
  const isUp = sort === 'created'
  const forwards = isUp ? 'f.place, f.created_at, f.id' : 'f.place, f.created_at DESC, f.id DESC'
  const backwards = isUp ? 'f.place DESC, f.created_at DESC, f.id DESC' : 'f.place DESC, f.created_at, f.id'
  const [row] = await queryRows<{
    previous: string | null
    next: string | null
    before: number
    isListed: boolean
    total: number
  }>({
    text: `WITH found AS MATERIALIZED (SELECT f.id, f.created_at, ${PLACES[sort]} AS place FROM (${found}) f),
      here AS (SELECT f.id, f.created_at, ${PLACES[sort]} AS place FROM response f WHERE f.organization_id = ${organization} AND f.id = ${itself})
      SELECT (SELECT f.id FROM found f, here h WHERE ${side(sooner, '<')} ORDER BY ${backwards} LIMIT 1) AS previous,
        (SELECT f.id FROM found f, here h WHERE ${side(later, '>')} ORDER BY ${forwards} LIMIT 1) AS next,
        (SELECT count(*)::int FROM found f, here h WHERE ${side(sooner, '<')}) AS before,
        EXISTS (SELECT FROM found f WHERE f.id = ${itself}) AS "isListed",
        (SELECT count(*)::int FROM found) AS total`,
    values: values.all,
  })
  return row ?? { previous: null, next: null, before: 0, isListed: false, total: 0 }
}

/** An ordered list of ids, packed as 16 bytes each. */
export type AllIds = { count: number; slice: (from: number, to: number) => string[] }

const PATIENCE_MS = 60_000
const BYTES_OF_ID = 16

/** Ids of all matching responses, newest first, from one snapshot. Half a million take 8 MB. */
export async function findAllIds(
  organizationId: string,
  filter: ResponseFilter,
  search: Search | undefined,
): Promise<AllIds> {
  const values = new Values()
  const found = search
    ? foundSql(organizationId, filter, search, values)
    : `SELECT r.id, r.created_at FROM response r WHERE ${filterSql(organizationId, filter, values)}`
  const [row] = await transact(
    () =>
      queryRows<{ ids: Uint8Array | null }>({
        text: `SELECT string_agg(uuid_send(id), ''::bytea ORDER BY created_at DESC, id DESC) AS ids FROM (${found}) found`,
        values: values.all,
      }),
    { statementMs: PATIENCE_MS },
  )
  return ofBytes(Buffer.from(row?.ids ?? []))
}

export function ofIds(ids: readonly string[]): AllIds {
  return ofBytes(Buffer.from(ids.map((id) => id.replaceAll('-', '')).join(''), 'hex'))
}

function ofBytes(bytes: Buffer): AllIds {
  const count = bytes.length / BYTES_OF_ID
  const idAt = (place: number) =>
    bytes
      .toString('hex', place * BYTES_OF_ID, (place + 1) * BYTES_OF_ID)
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return {
    count,
    slice: (from, to) => Array.from({ length: Math.max(Math.min(to, count) - from, 0) }, (_, at) => idAt(from + at)),
  }
}

/**
 * Looks words up in a separate subquery, so that PostgreSQL uses only their index (docs/decisions/0032-comments-search.md). Responses of
 * matching contacts are found through the contact index.
 */
function foundSql(
  organizationId: string,
  filter: ResponseFilter,
  { asked, contactIds }: Search,
  values: Values,
): string {
  const conditions = filterSql(organizationId, filter, values)
  const columns = 'r.id, r.created_at, r.rating'
  const byContact = `SELECT ${columns} FROM response r WHERE ${conditions} AND r.contact_id = ANY (${values.add(contactIds, 'uuid[]')})`
  if (asked === null) return byContact
  const isSaid =
    asked.phrases.length === 0
      ? ''
      : `AND response_phrases(r.answers) LIKE ALL (${values.add(asked.phrases, 'text[]')})`
  return `SELECT ${columns} FROM (
      SELECT * FROM response r WHERE response_search_lexemes(r.organization_id, r.language, r.answers) @@ ${values.add(asked.lookup, 'tsquery')} OFFSET 0) r
    WHERE ${conditions} ${isSaid}
    UNION ${byContact}`
}

/** @param quoted phrases in quotes. @returns the forms of each word, and the phrases as indexed */
export async function readQueryWords(
  text: string,
  quoted: readonly string[],
): Promise<{ words: string[][]; phrases: string[] }> {
  const [row] = await queryRows<{ words: string[][]; phrases: string[] }>({
    name: 'read-asked-words',
    text: `SELECT
      (SELECT coalesce(json_agg(word_lexemes(NULL, fold_accents(word), fold_case(word)) ORDER BY place), '[]')
        FROM string_to_table(text_words($1::text), ' ') WITH ORDINALITY asked(word, place) WHERE word <> '') AS words,
      ARRAY(SELECT phrase FROM unnest($2::text[]) given, phrase_words(given) phrase WHERE phrase <> ' ') AS phrases`,
    values: [text, quoted],
  })
  return row ?? { words: [], phrases: [] }
}

/** Of these words, each in its language, those with one of the lexemes or that prefix, as `en word`. */
export async function findMatchingWords(
  languages: readonly string[],
  words: readonly string[],
  { lexemes, beginning }: Pick<AskedWords, 'lexemes' | 'beginning'>,
): Promise<ReadonlySet<string>> {
  const rows = await queryRows<{ found: string }>({
    name: 'find-marks',
    text: `SELECT language || ' ' || word AS found FROM unnest($1::text[], $2::text[]) given(language, word)
      WHERE word_lexemes(language, fold_accents(word), fold_case(word)) && $3::text[] OR starts_with(fold_accents(word), $4::text)`,
    values: [languages, words, lexemes, beginning],
  })
  return new Set(rows.map(({ found }) => found))
}
