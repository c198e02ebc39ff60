import type { FieldChanges } from '../../contacts/restore-contact-fields'
import type { Tx } from '../../db'
import type { LocalizableMessage } from '../../messages/localizable-message'
import type { Cell } from '../files/table-row'
import type { RowOutcome } from './constants'

/* SQL for up to 1,000 rows at a time, as one JSON parameter. */

export type StagedRow = { position: number; cells: Cell[] }

/** A message of the row, or of one of its columns. */
export type RowReason = { column: number | null; message: LocalizableMessage }

export type ProcessedRow = {
  position: number
  outcome: RowOutcome
  contactId: string | null
  /** Of an answer. */
  responseId?: string
  /** Of the enrolment. */
  sendingId?: string
  reasons?: readonly RowReason[]
  changes?: FieldChanges
}

export async function insertStagedRows(
  tx: Tx,
  organizationId: string,
  jobId: string,
  rows: readonly StagedRow[],
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO contact_import_row (organization_id, job_id, position, cells)
    SELECT ${organizationId}::uuid, ${jobId}::uuid, r.position, r.cells
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (position int, cells jsonb)`
}

/** Records what became of rows. Only those with reasons keep their cells, for the file of rows with problems. */
export async function recordRowOutcomes(
  tx: Tx,
  organizationId: string,
  jobId: string,
  rows: readonly ProcessedRow[],
): Promise<void> {
  await tx.$executeRaw`
    UPDATE contact_import_row r SET outcome = p.outcome, contact_id = p."contactId", response_id = p."responseId", sending_id = p."sendingId",
      reasons = p.reasons, changes = p.changes, cells = CASE WHEN p.reasons IS NOT NULL THEN r.cells END
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS p (position int, outcome text, "contactId" uuid, "responseId" uuid, "sendingId" uuid, reasons jsonb, changes jsonb)
    WHERE r.organization_id = ${organizationId}::uuid AND r.job_id = ${jobId}::uuid AND r.position = p.position`
}

/** The answers of these contacts that a row of the import has written, or found, already. */
export async function listResponseIdsOfRows(
  tx: Tx,
  organizationId: string,
  jobId: string,
  contactIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT response_id AS id FROM contact_import_row
    WHERE organization_id = ${organizationId}::uuid AND contact_id = ANY(${contactIds}::uuid[]) AND job_id = ${jobId}::uuid
      AND response_id IS NOT NULL`
  return rows.map(({ id }) => id)
}

/** Those of the contacts that a row of the import has written already. */
export async function listImportedContactIds(
  tx: Tx,
  organizationId: string,
  jobId: string,
  contactIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT contact_id AS id FROM contact_import_row
    WHERE organization_id = ${organizationId}::uuid AND contact_id = ANY(${contactIds}::uuid[]) AND job_id = ${jobId}::uuid`
  return new Set(rows.map(({ id }) => id))
}
