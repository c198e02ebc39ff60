import { queryRows, type Tx } from '../db'
import type { NamedRecord } from './schema'
import type { RecordKind } from './vocabulary'

/*
 * Resolves a record id: to itself, or to the record it was merged into (permanently); deleted records resolve to nothing. Code that writes
 * a reference must resolve the id here, which locks the record (FOR KEY SHARE) until commit. The removal job finalizes a record only when
 * it is unlocked, so a reference written concurrently is moved as well.
 */

/**
 * SQL query for the resolved record id; no row if it does not resolve.
 * @param id SQL expression. @param organization SQL expression.
 */
export function meantRecord(kind: RecordKind, id: string, organization: string): string {
  return `SELECT r.id FROM ${kind} asked
    JOIN ${kind} r ON r.organization_id = asked.organization_id AND r.id = coalesce(asked.merged_into_id, asked.id)
    WHERE asked.organization_id = ${organization} AND asked.id = ${id}
      AND (asked.removed_at IS NULL OR asked.merged_into_id IS NOT NULL)
      AND (r.removed_at IS NULL OR r.removal_due_at IS NOT NULL)
    FOR KEY SHARE OF r`
}

/** Call in the transaction that writes the reference. @returns null if the id does not resolve. */
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

/** Resolves an id and reads the record's name, without a lock. Null for deleted records. */
export async function readRecordName(
  kind: RecordKind,
  organizationId: string,
  id: string | null,
): Promise<NamedRecord | null> {
  if (id === null) return null
  return (await readMeantRecords(kind, organizationId, [id])).get(id) ?? null
}

/** Resolves ids without a lock, keyed by the given ids. Deleted records are omitted. */
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
 * All ids that a filter must match for a record: the resolved id, and those merged into it until the job has moved their rows. An unknown
 * id is returned as is, since historical rows keep the ids of deleted records.
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

/** Merged ids whose rows the job has not moved yet, mapped to their target. */
export async function readUnsettled(kind: RecordKind, organizationId: string): Promise<Map<string, string>> {
  const rows = await queryRows<{ id: string; intoId: string }>({
    name: `unsettled-${kind}`,
    text: `SELECT id, merged_into_id AS "intoId" FROM ${kind}
      WHERE organization_id = $1::uuid AND merged_into_id IS NOT NULL AND removal_due_at IS NOT NULL`,
    values: [organizationId],
  })
  return new Map(rows.map(({ id, intoId }) => [id, intoId]))
}
