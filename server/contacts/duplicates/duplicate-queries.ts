import { queryRows } from '../../db'
import { DOMAIN_TYPOS } from './domain-typos'

export type DuplicateRow = { id: string; otherId: string; reason: string }

/** A value that more contacts share, such as the number of a switchboard, tells nothing. */
const GROUP_MAX = 5

const NAME_SQL = `fold_accents(first_name || COALESCE(' ' || last_name, ''))`

/**
 * Pairs of contacts that are likely the same person. Each contact has a key for each way to compare it, and contacts with one key are
 * pairs: one pass over the contacts, whatever their number.
 */
const DUPLICATES_SQL = `
  WITH person AS MATERIALIZED (
    SELECT id, phone, contact_organization_id AS company, last_name IS NOT NULL AS has_name, ${NAME_SQL} AS name,
      replace(split_part(split_part(email, '@', 1), '+', 1), '.', '') AS local, split_part(email, '@', 2) AS domain
    FROM contact WHERE organization_id = $1::uuid AND ($2::uuid[] IS NULL OR id = ANY ($2::uuid[]))),
  keyed AS (
    SELECT id, 'phone' AS reason, phone AS key FROM person WHERE phone LIKE '+%'
    UNION ALL SELECT id, 'nameAndCompany', company || ' ' || name FROM person WHERE company IS NOT NULL AND has_name
    UNION ALL SELECT id, 'nameAndAddress', local || ' ' || name FROM person WHERE has_name
    UNION ALL SELECT p.id, 'address', p.local || '@' || coalesce(t.meant, p.domain) FROM person p
      LEFT JOIN unnest($3::text[], $4::text[]) t (domain, meant) ON t.domain = p.domain),
  shared AS (
    SELECT reason, array_agg(id) AS ids FROM keyed GROUP BY reason, key HAVING count(*) BETWEEN 2 AND ${GROUP_MAX}),
  pair AS (
    SELECT a AS id, b AS "otherId", min(reason) AS reason FROM shared, unnest(ids) a, unnest(ids) b WHERE a < b GROUP BY a, b)
  SELECT * FROM pair p WHERE NOT EXISTS (
    SELECT FROM contact_duplicate_dismissal d
    WHERE d.organization_id = $1::uuid AND d.contact_id = p.id AND d.other_id = p."otherId")
  ORDER BY "otherId" DESC, id DESC LIMIT $5::int`

/** @param ids compares only these contacts; null compares all */
export function readDuplicates(
  organizationId: string,
  ids: readonly string[] | null,
  limit: number,
): Promise<DuplicateRow[]> {
  return queryRows<DuplicateRow>({
    name: 'contact-duplicates',
    text: DUPLICATES_SQL,
    values: [organizationId, ids, [...DOMAIN_TYPOS.keys()], [...DOMAIN_TYPOS.values()], limit],
  })
}

const CANDIDATES_MAX = 50

/** Contacts that may be duplicates of one: with its phone, its name, or the part of its address before the @. Each is found in an index. */
export async function listDuplicateCandidates(organizationId: string, contactId: string): Promise<string[]> {
  const candidates = (condition: string) =>
    `(SELECT c.id FROM contact c WHERE c.organization_id = $1::uuid AND ${condition} LIMIT ${CANDIDATES_MAX})`
  const rows = await queryRows<{ id: string }>({
    name: 'contact-duplicate-candidates',
    text: `WITH person AS (
        SELECT phone, ${NAME_SQL} AS name, fold_accents(split_part(email, '@', 1)) || '@' AS local
        FROM contact WHERE organization_id = $1::uuid AND id = $2::uuid)
      SELECT DISTINCT c.id FROM person p CROSS JOIN LATERAL (
        ${candidates('c.phone = p.phone')}
        UNION ALL ${candidates(`fold_accents((c.first_name || COALESCE((' '::text || c.last_name), ''::text))) COLLATE "C" = p.name COLLATE "C"`)}
        UNION ALL ${candidates(`fold_accents(c.email) COLLATE "C" >= p.local COLLATE "C" AND fold_accents(c.email) COLLATE "C" < (rtrim(p.local, '@') || 'A') COLLATE "C"`)}
      ) c`,
    values: [organizationId, contactId],
  })
  return rows.map(({ id }) => id)
}
