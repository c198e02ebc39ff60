import type { BlockingReason } from '../contacts/queries'
import { computeEmailHashes } from '../contacts/suppression-emails'
import { queryRows } from '../db'
import type { RowWindow } from '../paging'
import { normalizeEmail } from '../validation/schema'
import type { SuppressionFilter } from './schema'

export type SuppressionEntry = {
  id: string
  reason: BlockingReason
  email: string | null
  contactId: string | null
  createdAt: string | null
  createdVia: string | null
  createdById: string | null
  note: string | null
}

/** The sort key of an entry: those without a time are the last. */
export type EntryKey = { at: string; id: string; reason: string }

/**
 * SQL: the entries `e` of an organization, from two sources: suppressions; and contacts that are unsubscribed or bounced without one, as
 * those from before members were recorded. What a person wants less of is not listed.
 */
const ENTRIES_SQL = `(
  SELECT s.id, s.reason, s.email, c.id AS contact_id, s.created_at, s.created_via, s.created_by_id, s.note, s.email_hash
  FROM suppression s LEFT JOIN contact c ON c.organization_id = s.organization_id AND c.email = s.email
  WHERE s.organization_id = $1::uuid AND s.reason IN ('opted_out', 'unsubscribed', 'bounced', 'blocked')
  UNION ALL
  SELECT c.id, r.reason, c.email, c.id, r.at, NULL, NULL, NULL, NULL
  FROM contact c CROSS JOIN LATERAL (VALUES
    ('opted_out', c.opted_out_at IS NOT NULL, c.opted_out_at),
    ('unsubscribed', c.unsubscribed AND c.opted_out_at IS NULL, NULL),
    ('bounced', c.bounced_at IS NOT NULL, c.bounced_at)) r (reason, holds, at)
  WHERE c.organization_id = $1::uuid AND (c.unsubscribed OR c.bounced_at IS NOT NULL) AND r.holds
    AND NOT EXISTS (SELECT FROM suppression s WHERE s.organization_id = $1::uuid AND s.email = c.email
      AND (s.reason = r.reason OR r.reason = 'unsubscribed' AND s.reason = 'blocked'))
) e`

const SORT_KEY = `coalesce(e.created_at, '-infinity'::timestamptz)`
const COLUMNS = `e.id, e.reason, e.email, e.contact_id AS "contactId", to_char(e.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
  e.created_via AS "createdVia", e.created_by_id AS "createdById", e.note, ${SORT_KEY}::text AS at`
const ORDER = `${SORT_KEY} DESC, e.id DESC, e.reason DESC`

type FilterSql = { conditions: string[]; values: unknown[] }

/** An address that is searched in full is also found by its hash. */
function filterSql(organizationId: string, { search = '', reason }: SuppressionFilter): FilterSql {
  const values: unknown[] = [organizationId]
  const conditions = ['true']
  if (reason === 'imported') conditions.push(`e.created_via = 'import'`)
  else if (reason !== undefined) conditions.push(`e.reason = $${values.push(reason)}`)
  if (search !== '') {
    const email = normalizeEmail(search)
    const pattern = `%${email.replace(/[\\%_]/g, '\\$&')}%`
    const hashes = computeEmailHashes(email).map((hash) => Buffer.from(hash))
    conditions.push(`(e.email LIKE $${values.push(pattern)} OR e.email_hash = ANY ($${values.push(hashes)}::bytea[]))`)
  }
  return { conditions, values }
}

/** A page, newest first, and the total. */
export async function readSuppressionPage(
  organizationId: string,
  filter: SuppressionFilter,
  { skip, take }: RowWindow,
): Promise<{ entries: SuppressionEntry[]; total: number }> {
  const { conditions, values } = filterSql(organizationId, filter)
  const [row] = await queryRows<{ entries: SuppressionEntry[]; total: number }>({
    text: `WITH e AS MATERIALIZED (SELECT * FROM ${ENTRIES_SQL} WHERE ${conditions.join(' AND ')})
      SELECT (SELECT count(*) FROM e)::int AS total,
        (SELECT coalesce(json_agg(p), '[]') FROM (SELECT ${COLUMNS} FROM e ORDER BY ${ORDER} OFFSET $${values.length + 1}::int LIMIT $${values.length + 2}::int) p) AS entries`,
    values: [...values, skip, take],
  })
  return row ?? { entries: [], total: 0 }
}

/** The next entries after a key, in the same order. */
export async function readSuppressionsAfter(
  organizationId: string,
  filter: SuppressionFilter,
  after: EntryKey | null,
  limit: number,
): Promise<(SuppressionEntry & { at: string })[]> {
  const { conditions, values } = filterSql(organizationId, filter)
  if (after !== null) {
    const [at, id, reason] = [values.push(after.at), values.push(after.id), values.push(after.reason)]
    conditions.push(`(${SORT_KEY}, e.id, e.reason) < ($${at}::timestamptz, $${id}::uuid, $${reason})`)
  }
  return queryRows({
    text: `SELECT ${COLUMNS} FROM ${ENTRIES_SQL} WHERE ${conditions.join(' AND ')} ORDER BY ${ORDER} LIMIT $${values.length + 1}::int`,
    values: [...values, limit],
  })
}

export async function countSuppressions(organizationId: string, filter: SuppressionFilter): Promise<number> {
  return (await readSuppressionPage(organizationId, filter, { skip: 0, take: 0 })).total
}
