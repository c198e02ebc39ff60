import type { FieldChanges } from '../../../contacts/restore-contact-fields'
import { Prisma, queryRows, type Tx } from '../../../db'

export type UndoableRow = {
  position: number
  outcome: string
  contactId: string
  responseId: string | null
  sendingId: string | null
  changes: FieldChanges | null
}

/** The rows of an import that wrote a contact, from the last to the first. @param before 0: from the end */
export function readRowsToUndo(
  organizationId: string,
  jobId: string,
  before: number,
  limit: number,
): Promise<UndoableRow[]> {
  return queryRows<UndoableRow>({
    name: 'import-rows-to-undo',
    text: `SELECT position, outcome, contact_id AS "contactId", response_id AS "responseId", sending_id AS "sendingId", changes FROM contact_import_row
      WHERE organization_id = $1::uuid AND job_id = $2::uuid AND ($3::int = 0 OR position < $3::int)
        AND (outcome = 'created' OR changes IS NOT NULL OR response_id IS NOT NULL OR sending_id IS NOT NULL) AND contact_id IS NOT NULL
      ORDER BY position DESC LIMIT $4::int`,
    values: [organizationId, jobId, before, limit],
  })
}

/** An enrolment that was undone sent nothing. */
const IS_UNDONE_SQL = `s.status = 'cancelled' AND s.reason ->> 'code' = 'enrolmentUndone'`

/** Those of the contacts that were sent something, or have answered. */
export async function listContactedIds(tx: Tx, organizationId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT c.id FROM unnest(${ids}::uuid[]) AS c (id)
    WHERE EXISTS (SELECT FROM sending s WHERE s.organization_id = ${organizationId}::uuid AND s.contact_id = c.id
        AND NOT coalesce(${Prisma.raw(IS_UNDONE_SQL)}, false))
      OR EXISTS (SELECT FROM response r WHERE r.organization_id = ${organizationId}::uuid AND r.contact_id = c.id)`
  return new Set(rows.map(({ id }) => id))
}

/**
 * Those of the contacts that the import of answers created, once none of its answers is left of them: an answer of an earlier row is undone
 * later.
 */
export async function listContactsLeftEmptyByUndo(
  tx: Tx,
  organizationId: string,
  importId: string,
  contactIds: readonly string[],
): Promise<string[]> {
  if (contactIds.length === 0) return []
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT c.id FROM contact c
    WHERE c.organization_id = ${organizationId}::uuid AND c.id = ANY(${[...new Set(contactIds)]}::uuid[])
      AND c.created_via = 'import' AND c.created_by_id = ${importId}::uuid
      AND NOT EXISTS (SELECT FROM response r WHERE r.organization_id = c.organization_id AND r.contact_id = c.id AND r.import_id = ${importId}::uuid)`
  return rows.map(({ id }) => id)
}

/** Whether a contact that the import created has been sent something since; its own enrolment counts once it has sent something. */
export async function wasImportedContactMessaged(organizationId: string, jobId: string, since: Date): Promise<boolean> {
  const [row] = await queryRows<{ contacted: boolean }>({
    name: 'is-import-contacted',
    text: `SELECT EXISTS (
        SELECT FROM sending s
          JOIN contact_import_row r ON r.organization_id = s.organization_id AND r.contact_id = s.contact_id AND r.job_id = $2::uuid
          LEFT JOIN contact c ON c.organization_id = s.organization_id AND c.id = s.contact_id
        WHERE (r.outcome = 'created' OR r.response_id IS NOT NULL AND c.created_by_id = $2::uuid) AND s.organization_id = $1::uuid AND s.created_at >= $3::timestamptz
          AND NOT coalesce(${IS_UNDONE_SQL}, false)
          AND (s.ended_at IS NOT NULL
            OR NOT EXISTS (SELECT FROM contact_import_row e
              WHERE e.organization_id = s.organization_id AND e.contact_id = s.contact_id AND e.job_id = $2::uuid AND e.sending_id = s.id)
            OR EXISTS (SELECT FROM sending_step p
              WHERE p.organization_id = s.organization_id AND p.sending_id = s.id AND p.claimed_at IS NOT NULL))) AS contacted`,
    values: [organizationId, jobId, since],
  })
  return row?.contacted ?? false
}
