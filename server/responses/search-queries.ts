import { queryRows } from '../db'
import { type PackedIds, wrapPackedIds } from '../packed-ids'
import type { RowWindow } from '../paging'
import { transact } from '../unit-of-work'
import type { ResponseFilter, ResponseSort } from './response-filter'
import { responseFilterSql, SqlParameterList } from './response-filter-sql'

/**
 * `lookup`: tsquery for response_search_lexemes. `phrases`: LIKE patterns for response_phrases. `lexemes` and `prefix`, the prefix of an
 * incomplete last word: for highlights.
 */
export type CommentQuery = { lookup: string; phrases: string[]; lexemes: string[]; prefix: string | null }

/** Finds responses by their comments or by their contacts; without either (`contactIds` null), all that match the filter. */
export type ResponseSearch = { commentQuery: CommentQuery | null; contactIds: readonly string[] | null }

const ORDERS: Record<ResponseSort, string> = {
  '-created': 'created_at DESC, id DESC',
  created: 'created_at, id',
  score: 'rating NULLS LAST, created_at DESC, id DESC',
  '-score': 'rating DESC NULLS LAST, created_at DESC, id DESC',
}

export async function searchResponseIds(
  organizationId: string,
  filter: ResponseFilter,
  search: ResponseSearch,
  { skip, take, sort }: RowWindow & { sort: ResponseSort },
): Promise<{ ids: string[]; total: number }> {
  const values = new SqlParameterList()
  const matching = matchingSql(organizationId, filter, search, values)
  const [row] = await queryRows<{ ids: string[]; total: number }>({
    text: `WITH found AS MATERIALIZED (${matching})
      SELECT (SELECT count(*) FROM found)::int AS total,
        ARRAY(SELECT id FROM found ORDER BY ${ORDERS[sort]} OFFSET ${values.add(skip, 'int')} LIMIT ${values.add(take, 'int')}) AS ids`,
    values: values.all,
  })
  return row ?? { ids: [], total: 0 }
}

const SORT_KEYS: Record<ResponseSort, string> = {
  '-created': '0',
  created: '0',
  score: 'coalesce(f.rating, 1000)',
  '-score': 'coalesce(-f.rating, 1000)',
}

type Adjacent = { previous: string | null; next: string | null; before: number; isListed: boolean; total: number }

export async function searchAdjacentResponses(
  organizationId: string,
  filter: ResponseFilter,
  search: ResponseSearch,
  { id, sort }: { id: string; sort: ResponseSort },
): Promise<Adjacent> {
  const values = new SqlParameterList()
  const matching = matchingSql(organizationId, filter, search, values)
  const [responseId, organization] = [values.add(id, 'uuid'), values.add(organizationId, 'uuid')]
  const isAscending = sort === 'created'
  const [sooner, later] = isAscending ? ['<', '>'] : ['>', '<']
  const sideCondition = (way: string, place: string) =>
    `f.place ${place} h.place OR f.place = h.place AND (f.created_at, f.id) ${way} (h.created_at, h.id)`
  const forwards = isAscending ? 'f.place, f.created_at, f.id' : 'f.place, f.created_at DESC, f.id DESC'
  const backwards = isAscending ? 'f.place DESC, f.created_at DESC, f.id DESC' : 'f.place DESC, f.created_at, f.id'
  const [row] = await queryRows<Adjacent>({
    text: `WITH found AS MATERIALIZED (SELECT f.id, f.created_at, ${SORT_KEYS[sort]} AS place FROM (${matching}) f),
      here AS (SELECT f.id, f.created_at, ${SORT_KEYS[sort]} AS place FROM response f WHERE f.organization_id = ${organization} AND f.id = ${responseId})
      SELECT (SELECT f.id FROM found f, here h WHERE ${sideCondition(sooner, '<')} ORDER BY ${backwards} LIMIT 1) AS previous,
        (SELECT f.id FROM found f, here h WHERE ${sideCondition(later, '>')} ORDER BY ${forwards} LIMIT 1) AS next,
        (SELECT count(*)::int FROM found f, here h WHERE ${sideCondition(sooner, '<')}) AS before,
        EXISTS (SELECT FROM found f WHERE f.id = ${responseId}) AS "isListed",
        (SELECT count(*)::int FROM found) AS total`,
    values: values.all,
  })
  return row ?? { previous: null, next: null, before: 0, isListed: false, total: 0 }
}

const STATEMENT_TIMEOUT_MS = 60_000

/** All matching ids, newest first, from one snapshot; packed as 16 bytes each, so half a million take 8 MB. */
export async function findMatchingResponseIds(
  organizationId: string,
  filter: ResponseFilter,
  search: ResponseSearch | undefined,
): Promise<PackedIds> {
  const values = new SqlParameterList()
  const matching = search
    ? matchingSql(organizationId, filter, search, values)
    : `SELECT r.id, r.created_at FROM response r WHERE ${responseFilterSql(organizationId, filter, values)}`
  const [row] = await transact(
    () =>
      queryRows<{ ids: Uint8Array | null }>({
        text: `SELECT string_agg(uuid_send(id), ''::bytea ORDER BY created_at DESC, id DESC) AS ids FROM (${matching}) found`,
        values: values.all,
      }),
    { statementMs: STATEMENT_TIMEOUT_MS },
  )
  return wrapPackedIds(row?.ids)
}

/**
 * Looks words up in a separate subquery, so that PostgreSQL uses only their index (docs/decisions/0032-comment-search.md). Responses of
 * matching contacts are found through the contact index.
 */
export function matchingSql(
  organizationId: string,
  filter: ResponseFilter,
  { commentQuery, contactIds }: ResponseSearch,
  values: SqlParameterList,
): string {
  const conditions = responseFilterSql(organizationId, filter, values)
  const columns = 'r.id, r.created_at, r.rating'
  if (contactIds === null) return `SELECT ${columns} FROM response r WHERE ${conditions}`
  const byContact = `SELECT ${columns} FROM response r WHERE ${conditions} AND r.contact_id = ANY (${values.add(contactIds, 'uuid[]')})`
  if (commentQuery === null) return byContact
  const phraseCondition =
    commentQuery.phrases.length === 0
      ? ''
      : `AND response_phrases(r.answers) LIKE ALL (${values.add(commentQuery.phrases, 'text[]')})`
  return `SELECT ${columns} FROM (
      SELECT * FROM response r WHERE response_search_lexemes(r.organization_id, r.language, r.answers) @@ ${values.add(commentQuery.lookup, 'tsquery')} OFFSET 0) r
    WHERE ${conditions} ${phraseCondition}
    UNION ${byContact}`
}

export async function analyzeSearchText(
  text: string,
  quoted: readonly string[],
): Promise<{ words: string[][]; phrases: string[] }> {
  const [row] = await queryRows<{ words: string[][]; phrases: string[] }>({
    name: 'read-query-words',
    text: `SELECT
      (SELECT coalesce(json_agg(word_lexemes(NULL, fold_accents(word), fold_case(word)) ORDER BY place), '[]')
        FROM string_to_table(text_words($1::text), ' ') WITH ORDINALITY term(word, place) WHERE word <> '') AS words,
      ARRAY(SELECT phrase FROM unnest($2::text[]) phrase_text, phrase_words(phrase_text) phrase WHERE phrase <> ' ') AS phrases`,
    values: [text, quoted],
  })
  return row ?? { words: [], phrases: [] }
}

export async function findMatchingWords(
  words: readonly { language: string; word: string }[],
  { lexemes, prefix }: CommentQuery,
): Promise<ReadonlySet<string>> {
  const rows = await queryRows<{ matching: string }>({
    name: 'find-highlights',
    text: `SELECT language || ' ' || word AS matching FROM unnest($1::text[], $2::text[]) term(language, word)
      WHERE word_lexemes(language, fold_accents(word), fold_case(word)) && $3::text[] OR starts_with(fold_accents(word), $4::text)`,
    values: [words.map(({ language }) => language), words.map(({ word }) => word), lexemes, prefix],
  })
  return new Set(rows.map(({ matching }) => matching))
}
