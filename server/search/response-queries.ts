import { queryRows } from '../db'
import type { ParsedQuery } from './queries'

const NEWEST_RESPONSES = 100
const COMPARED_CHARACTERS = 300
const INDEXED_RESPONSES_MAX = 8000

export type ResponseMatch = {
  id: string
  contactName: string | null
  isAnonymous: boolean
  surveyName: string
  comment: string | null
  createdAt: Date
}

const COMMENT_SQL = `(SELECT string_agg(a->>'value', ' ') FROM jsonb_array_elements(r.answers) a WHERE a->>'type' = 'text')`
const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC'

const withNamesSql = (hits: string) => `
  SELECT r.id, c.first_name || coalesce(' ' || c.last_name, '') AS "contactName", r.contact_id IS NULL AS "isAnonymous", s.name AS "surveyName", ${COMMENT_SQL} AS comment,
    r.created_at AS "createdAt"
  FROM (${hits}) hit
  JOIN response r ON r.organization_id = $1::uuid AND r.id = hit.id
  JOIN survey s ON s.organization_id = $1::uuid AND s.id = r.survey_id
  LEFT JOIN contact c ON c.organization_id = $1::uuid AND c.id = r.contact_id
  ORDER BY r.created_at DESC, r.id DESC LIMIT $2::int`

export function listMatchesAmongNewestResponses(
  organizationId: string,
  { prefixPatterns }: ParsedQuery,
  limit: number,
): Promise<ResponseMatch[]> {
  return queryRows<ResponseMatch>({
    name: 'find-responses:newest',
    text: withNamesSql(`
      SELECT id FROM (
        SELECT r.id, r.created_at, concat_ws(' ', c.first_name, c.last_name, c.email, left(${COMMENT_SQL}, ${COMPARED_CHARACTERS})) AS words
        FROM (SELECT * FROM response WHERE organization_id = $1::uuid AND status = 'completed' ${NEWEST_FIRST} LIMIT ${NEWEST_RESPONSES}) r
        LEFT JOIN contact c ON c.organization_id = $1::uuid AND c.id = r.contact_id OFFSET 0) n
      WHERE folded_words(words) LIKE ALL ($3::text[]) ${NEWEST_FIRST} LIMIT $2::int`),
    values: [organizationId, limit, prefixPatterns],
  })
}

export function listResponsesByWordsOrContacts(
  organizationId: string,
  { prefixTsquery }: ParsedQuery,
  contactIds: readonly string[],
  limit: number,
): Promise<ResponseMatch[]> {
  return queryRows<ResponseMatch>({
    name: 'find-responses',
    text: withNamesSql(`
      SELECT id FROM (
        SELECT id, created_at FROM (
          SELECT r.id, r.organization_id, r.status, r.created_at FROM response r
          WHERE response_search_lexemes(r.organization_id, r.language, r.answers) @@ $3::tsquery LIMIT ${INDEXED_RESPONSES_MAX} OFFSET 0) indexed
        WHERE organization_id = $1::uuid AND status = 'completed'
        UNION
        SELECT of_contact.id, of_contact.created_at FROM unnest($4::uuid[]) contact(id)
        CROSS JOIN LATERAL (
          SELECT id, created_at FROM response
          WHERE organization_id = $1::uuid AND contact_id = contact.id AND status = 'completed' ${NEWEST_FIRST} LIMIT $2::int) of_contact) all_hits
      ${NEWEST_FIRST} LIMIT $2::int`),
    values: [organizationId, limit, prefixTsquery, contactIds],
  })
}
