import { containsGramsSql } from '../contacts/contact-search-queries'
import { queryRows } from '../db'

/** LIKE patterns, a tsquery and the range of texts that start with the query. Short words match as word prefixes only, in each of them. */
export type ParsedQuery = {
  text: string
  prefixEnd: string
  words: string[]
  prefixPatterns: string[]
  substringPatterns: string[]
  prefixTsquery: string
  gramWords: string[]
}

export async function foldQuery(
  pieces: readonly string[],
): Promise<{ text: string; words: string[]; pieces: string[] } | undefined> {
  const [row] = await queryRows<{ text: string; words: string[]; pieces: string[] }>({
    name: 'read-asked',
    text: `SELECT fold_accents($1::text) AS text, array_remove(string_to_array(folded_words($1::text), ' '), '') AS words,
      ARRAY(SELECT fold_case(piece) FROM unnest($2::text[]) piece) AS pieces`,
    values: [pieces.join(' '), pieces],
  })
  return row
}

const SEARCHED_NAME_SQL = { survey: 'name', sequence: `name || ' ' || coalesce(description, '')` } as const

export async function listSurveyOrSequenceIdsByName(
  organizationId: string,
  table: keyof typeof SEARCHED_NAME_SQL,
  search: string,
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>({
    name: `${table}-ids-by-name`,
    text: `SELECT id FROM ${table} WHERE organization_id = $1::uuid AND strpos(fold_case(${SEARCHED_NAME_SQL[table]}), fold_case($2::text)) > 0`,
    values: [organizationId, search],
  })
  return rows.map(({ id }) => id)
}

const MATCHES_PER_QUERY = 50
const NEWEST_CONTACTS = 500
const GRAM_CANDIDATES_MAX = 500

const FULL_NAME_SQL = `c.first_name || coalesce(' ' || c.last_name, '')`
const CONTACT_WORDS_SQL = `folded_words(${FULL_NAME_SQL} || ' ' || c.email)`
const CONTACT_COLUMNS = `c.id, ${FULL_NAME_SQL} AS name, c.email`

export type ContactMatch = { id: string; name: string; email: string; rank: number }

const PREFIX_SELECTS = [
  { column: FULL_NAME_SQL, begins: 1 },
  { column: 'c.email', begins: 1 },
  { column: 'c.last_name', begins: 2 },
  { column: `split_part(c.email, '@', 2)`, begins: 2 },
].map(({ column, begins: prefixRank }) => {
  const folded = `(fold_accents(${column}) COLLATE "C")`
  return `(SELECT ${CONTACT_COLUMNS}, CASE WHEN ${folded} = $2::text THEN 0 ELSE ${prefixRank} END AS rank FROM contact c
    WHERE c.organization_id = $1::uuid AND ${folded} >= $2::text AND ${folded} < $3::text
    ORDER BY c.organization_id, ${folded} LIMIT ${MATCHES_PER_QUERY})`
})

export function listContactsByPrefix(
  organizationId: string,
  { text, prefixEnd }: ParsedQuery,
): Promise<ContactMatch[]> {
  return queryRows<ContactMatch>({
    name: 'find-contacts:beginning',
    text: `SELECT * FROM (${PREFIX_SELECTS.join(' UNION ALL ')}) f ORDER BY rank`,
    values: [organizationId, text, prefixEnd],
  })
}

const rankSql = (words: string) =>
  `CASE WHEN ${words} LIKE ALL ($2::text[]) THEN 2 WHEN ${words} LIKE ALL ($3::text[]) THEN 3 END`

export function listMatchesAmongNewestContacts(
  organizationId: string,
  { prefixPatterns, substringPatterns }: ParsedQuery,
): Promise<ContactMatch[]> {
  return queryRows<ContactMatch>({
    name: 'find-contacts:newest',
    text: `SELECT id, name, email, rank FROM (
        SELECT *, ${rankSql('words')} AS rank FROM (
          SELECT ${CONTACT_COLUMNS}, ${CONTACT_WORDS_SQL} AS words FROM contact c WHERE c.organization_id = $1::uuid
          ORDER BY c.created_at DESC, c.id DESC LIMIT ${NEWEST_CONTACTS} OFFSET 0) n) f
      WHERE rank IS NOT NULL ORDER BY rank LIMIT ${MATCHES_PER_QUERY}`,
    values: [organizationId, prefixPatterns, substringPatterns],
  })
}

export function listContactsByGrams(
  organizationId: string,
  { prefixPatterns, substringPatterns }: ParsedQuery,
  grams: string,
): Promise<ContactMatch[]> {
  return queryRows<ContactMatch>({
    name: 'find-contacts:pieces',
    text: `WITH candidate AS MATERIALIZED (
        SELECT c.organization_id, ${CONTACT_COLUMNS}, c.created_at, ${CONTACT_WORDS_SQL} AS words FROM contact c WHERE ${containsGramsSql(4)} LIMIT ${GRAM_CANDIDATES_MAX})
      SELECT id, name, email, rank FROM (SELECT *, ${rankSql('words')} AS rank FROM candidate WHERE organization_id = $1::uuid) f
      WHERE rank IS NOT NULL ORDER BY rank, created_at DESC LIMIT ${MATCHES_PER_QUERY}`,
    values: [organizationId, prefixPatterns, substringPatterns, grams],
  })
}

const NEWEST_COMPARED_BY_NAME = 2000

export type SurveyOrSequenceMatch = {
  kind: 'survey' | 'sequence'
  id: string
  name: string
  type: string
  status: string
}

const rankedSql = (kind: SurveyOrSequenceMatch['kind'], columns: string, condition: string) => `
  (SELECT '${kind}' AS kind, id, name, type, status FROM (
    SELECT *, CASE WHEN folded = $2::text THEN 0 WHEN starts_with(folded, $2::text) THEN 1
      WHEN words LIKE ALL ($3::text[]) THEN 2 WHEN words LIKE ALL ($4::text[]) THEN 3 END AS rank
    FROM (SELECT ${columns}, created_at, fold_accents(name) AS folded, folded_words(name) AS words FROM ${kind}
      WHERE organization_id = $1::uuid AND ${condition} ORDER BY created_at DESC, id DESC LIMIT ${NEWEST_COMPARED_BY_NAME}) n) r
  WHERE rank IS NOT NULL ORDER BY rank, created_at DESC, id DESC LIMIT $5::int)`

const BY_NAME_SQL = [
  rankedSql('survey', 'id, name, type, status', 'deleted_at IS NULL'),
  rankedSql('sequence', `id, name, '' AS type, status`, 'true'),
].join(' UNION ALL ')

export function listSurveysAndSequencesByName(
  organizationId: string,
  { text, prefixPatterns, substringPatterns }: ParsedQuery,
  limit: number,
): Promise<SurveyOrSequenceMatch[]> {
  return queryRows<SurveyOrSequenceMatch>({
    name: 'find-named',
    text: BY_NAME_SQL,
    values: [organizationId, text, prefixPatterns, substringPatterns, limit],
  })
}

const NEWEST_REVIEWS = 500
/** Index matches that are sorted. Words with more matches are found among the newest. */
const INDEXED_REVIEWS_MAX = 8000
const REVIEWS_MAX = 1000

const NEWEST_REVIEWS_FIRST = 'ORDER BY published_at DESC, id DESC'

export async function listReviewIdsByWords(
  organizationId: string,
  { prefixTsquery, prefixPatterns }: ParsedQuery,
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>({
    name: 'find-reviews',
    text: `
      SELECT id FROM (
        SELECT id, published_at FROM (
          SELECT id, organization_id, published_at FROM review
          WHERE review_search_words(organization_id, author_name, text) @@ $3::tsquery LIMIT ${INDEXED_REVIEWS_MAX} OFFSET 0) indexed
        WHERE organization_id = $1::uuid
        UNION
        SELECT id, published_at FROM (
          SELECT id, published_at, author_name, text FROM review WHERE organization_id = $1::uuid
          ${NEWEST_REVIEWS_FIRST} LIMIT ${NEWEST_REVIEWS} OFFSET 0) newest
        WHERE folded_words(coalesce(author_name, '') || ' ' || text) LIKE ALL ($4::text[])) hits
      ${NEWEST_REVIEWS_FIRST} LIMIT $2::int`,
    values: [organizationId, REVIEWS_MAX, prefixTsquery, prefixPatterns],
  })
  return rows.map(({ id }) => id)
}
