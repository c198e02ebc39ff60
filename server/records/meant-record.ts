import { queryRows, type Tx } from '../db'
import type { NamedRecord } from './schema'
import type { RecordKind } from './vocabulary'

/*
 * Which record an id means: the one that has it, or the one that this was merged into, for ever; none for one that was
 * deleted. Whoever writes down a reference asks here, and holds what it found (FOR KEY SHARE) until the commit: a record is
 * settled only when nobody holds it, so a reference written at the same moment is moved with the others.
 */

/**
 * SQL: a query that finds the id of the record that is meant, or nothing.
 * @param id what was given, in SQL. @param organization whose it is to be, in SQL.
 */
export function meantRecord(kind: RecordKind, id: string, organization: string): string {
  return `SELECT r.id FROM ${kind} asked
    JOIN ${kind} r ON r.organization_id = asked.organization_id AND r.id = coalesce(asked.merged_into_id, asked.id)
    WHERE asked.organization_id = ${organization} AND asked.id = ${id}
      AND (asked.removed_at IS NULL OR asked.merged_into_id IS NOT NULL)
      AND (r.removed_at IS NULL OR r.removal_due_at IS NOT NULL)
    FOR KEY SHARE OF r`
}

/** In the transaction that writes the reference. @returns null when there is none. */
export async function findMeantRecord(
  tx: Tx,
  kind: RecordKind,
  organizationId: string,
  id: string,
): Promise<string | null> {
  const [row] = await tx.$queryRawUnsafe<{ id: string }[]>(
    meantRecord(kind, '$2::uuid', '$1::uuid'),
    organizationId,
    id,
  )
  return row?.id ?? null
}

/** The name of a record, by whatever id means it; nothing is held. One that was deleted has none. */
export async function readRecordName(
  kind: RecordKind,
  organizationId: string,
  id: string | null,
): Promise<NamedRecord | null> {
  if (id === null) return null
  return (await readMeantRecords(kind, organizationId, [id])).get(id) ?? null
}

/** The records that ids mean, by these ids. Those that were deleted are not among them. */
export async function readMeantRecords(
  kind: RecordKind,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, NamedRecord>> {
  if (ids.length === 0) return new Map()
  const rows = await queryRows<NamedRecord & { asked: string }>({
    name: `meant-of-${kind}`,
    text: `SELECT asked.id AS asked, r.id, r.name FROM ${kind} asked
      JOIN ${kind} r ON r.organization_id = asked.organization_id AND r.id = coalesce(asked.merged_into_id, asked.id)
      WHERE asked.organization_id = $1::uuid AND asked.id = ANY ($2::uuid[]) AND r.removed_at IS NULL`,
    values: [organizationId, ids],
  })
  return new Map(rows.map(({ asked, ...record }) => [asked, record]))
}

/**
 * By which ids a filter finds what is of the record that an id means: its own, and those that were merged into it, while the job is
 * not done with them. An id that means none stands for itself: what was keeps the id of what was deleted.
 */
export async function readIdsOfMeant(kind: RecordKind, organizationId: string, id: string): Promise<string[]> {
  const rows = await queryRows<{ id: string }>({
    name: `ids-of-${kind}`,
    text: `WITH meant AS (
        SELECT coalesce(merged_into_id, id) AS id FROM ${kind} WHERE organization_id = $1::uuid AND id = $2::uuid)
      SELECT id FROM meant
      UNION ALL
      SELECT r.id FROM meant JOIN ${kind} r ON r.organization_id = $1::uuid AND r.merged_into_id = meant.id
      WHERE r.removal_due_at IS NOT NULL`,
    values: [organizationId, id],
  })
  return rows.length === 0 ? [id] : rows.map((row) => row.id)
}

/** Which ids mean another one whose rows the job has not moved yet, and which one. */
export async function readUnsettled(kind: RecordKind, organizationId: string): Promise<Map<string, string>> {
  const rows = await queryRows<{ id: string; intoId: string }>({
    name: `unsettled-${kind}`,
    text: `SELECT id, merged_into_id AS "intoId" FROM ${kind}
      WHERE organization_id = $1::uuid AND merged_into_id IS NOT NULL AND removal_due_at IS NOT NULL`,
    values: [organizationId],
  })
  return new Map(rows.map(({ id, intoId }) => [id, intoId]))
}
