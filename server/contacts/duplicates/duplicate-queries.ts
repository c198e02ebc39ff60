import { queryRows } from '../../db'
import { DOMAIN_TYPOS } from './domain-typos'

export type DuplicateRow = { id: string; otherId: string; reason: string }

/** A value that more contacts share, such as the number of a switchboard, tells nothing. */
const GROUP_MAX = 5

const NAME_SQL = `fold_accents(first_name || COALESCE(' ' || last_name, ''))`

/**
 * Pairs of contacts that are likely the same person. Each contact has a key for each way to compare it, and contacts with one key are
 * pairs: one pass over the contacts, whatever their number. Keys are hashes, which group faster than text. Names are folded, which takes
 * the most time, only where they are compared.
 */
const buildDuplicatesSql = (condition: string) => `
  WITH person AS MATERIALIZED (
    SELECT id, phone, contact_organization_id AS company, first_name, last_name, local, domain, hashtextextended(local, 0) AS local_key
    FROM contact CROSS JOIN LATERAL (
      SELECT replace(split_part(split_part(email, '@', 1), '+', 1), '.', '') AS local, split_part(email, '@', 2) AS domain OFFSET 0) address
    WHERE organization_id = $1::uuid AND ${condition}),
  named AS MATERIALIZED (
    SELECT id, company, local, ${NAME_SQL} AS name FROM person
    WHERE last_name IS NOT NULL
      AND (company IS NOT NULL OR local_key IN (SELECT local_key FROM person GROUP BY local_key HAVING count(*) > 1))),
  keyed AS MATERIALIZED (
    SELECT id, 'phone' AS reason, hashtextextended(phone, 1) AS key FROM person WHERE phone LIKE '+%'
    UNION ALL SELECT id, 'nameAndCompany', hashtextextended(company || ' ' || name, 2) FROM named WHERE company IS NOT NULL
    UNION ALL SELECT id, 'nameAndAddress', hashtextextended(local || ' ' || name, 3) FROM named
    UNION ALL SELECT p.id, 'address', hashtextextended(p.local || '@' || coalesce(t.meant, p.domain), 4) FROM person p
      LEFT JOIN unnest($3::text[], $4::text[]) t (domain, meant) ON t.domain = p.domain),
  shared AS MATERIALIZED (
    SELECT k.* FROM keyed k JOIN (SELECT key FROM keyed GROUP BY key HAVING count(*) BETWEEN 2 AND ${GROUP_MAX}) s USING (key)),
  pair AS (
    SELECT a.id, b.id AS "otherId", min(a.reason) AS reason FROM shared a JOIN shared b ON a.key = b.key AND a.id < b.id
    GROUP BY a.id, b.id)
  SELECT * FROM pair p WHERE NOT EXISTS (
    SELECT FROM contact_duplicate_dismissal d
    WHERE d.organization_id = $1::uuid AND d.contact_id = p.id AND d.other_id = p."otherId")
  ORDER BY "otherId" DESC, id DESC LIMIT $5::int`

/** Two texts: PostgreSQL would plan one for all contacts, also for a few. */
const DUPLICATES_SQL = buildDuplicatesSql('$2::uuid[] IS NULL')
const DUPLICATES_AMONG_SQL = buildDuplicatesSql('id = ANY ($2::uuid[])')

/** @param ids compares only these contacts; null compares all */
export function readDuplicates(
  organizationId: string,
  ids: readonly string[] | null,
  limit: number,
): Promise<DuplicateRow[]> {
  return queryRows<DuplicateRow>({
    name: ids === null ? 'contact-duplicates' : 'contact-duplicates-among',
    text: ids === null ? DUPLICATES_SQL : DUPLICATES_AMONG_SQL,
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
