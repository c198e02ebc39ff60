import { queryRows, type Tx } from '../db'
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

/** The names of records, by whatever id means them; nothing is held. One that was deleted is not among them. */
export async function readRecordName(
  kind: RecordKind,
  organizationId: string,
  id: string | null,
): Promise<{ id: string; name: string } | null> {
  if (id === null) return null
  const [row] = await queryRows<{ id: string; name: string }>({
    name: `name-of-${kind}`,
    text: `SELECT r.id, r.name FROM ${kind} asked
      JOIN ${kind} r ON r.organization_id = asked.organization_id AND r.id = coalesce(asked.merged_into_id, asked.id)
      WHERE asked.organization_id = $1::uuid AND asked.id = $2::uuid AND r.removed_at IS NULL`,
    values: [organizationId, id],
  })
  return row ?? null
}
