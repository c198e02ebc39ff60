import { CONTACT_JOB_BATCH_SIZE } from '../../../contact-jobs/constants'
import { type ContactJob, type ContactJobKind, countOutcomes, type JobRun } from '../../../contact-jobs/contact-job'
import { removeContacts } from '../../../contacts/delete-contact'
import { restoreContactFields } from '../../../contacts/restore-contact-fields'
import type { Tx } from '../../../db'
import { listContactedIds, readRowsToUndo, type UndoableRow } from './undo-queries'

/** `spec` of a job of the kind `undoImport`. */
export type UndoSpec = { importId: string }

/** `changed` and `contacted` were not undone, at least not wholly; `gone` needs no undoing. */
type UndoOutcome = 'deleted' | 'restored' | 'changed' | 'contacted' | 'gone'

/** Deletes what an import created and restores what it changed, from its last row to its first. */
export const undoImportJob: ContactJobKind = { open: openUndo }

async function openUndo(job: ContactJob): Promise<JobRun<UndoableRow[]>> {
  const { organizationId } = job
  const { importId } = job.spec as UndoSpec
  return {
    load: ({ position }) => readRowsToUndo(organizationId, importId, position, CONTACT_JOB_BATCH_SIZE),
    async apply({ tx }, { position }, rows) {
      if (rows.length === 0) return { position, counts: {}, next: { status: 'done' } }
      const restored = await restoreContacts(tx, organizationId, rows)
      const deleted = await deleteCreated(tx, organizationId, rows)
      return { position: rows.at(-1)?.position ?? position, counts: countOutcomes([...restored, ...deleted]) }
    },
  }
}

async function deleteCreated(tx: Tx, organizationId: string, rows: readonly UndoableRow[]): Promise<UndoOutcome[]> {
  const ids = rows.filter(({ outcome }) => outcome === 'created').map(({ contactId }) => contactId)
  const contacted = await listContactedIds(tx, organizationId, ids)
  const removed = new Set(
    await removeContacts(
      tx,
      organizationId,
      ids.filter((id) => !contacted.has(id)),
    ),
  )
  return ids.map((id) => {
    if (removed.has(id)) return 'deleted'
    return contacted.has(id) ? 'contacted' : 'gone'
  })
}

async function restoreContacts(tx: Tx, organizationId: string, rows: readonly UndoableRow[]): Promise<UndoOutcome[]> {
  const changed = rows.flatMap((row) => (row.changes === null ? [] : [{ ...row, changes: row.changes }]))
  const outcomes = await restoreContactFields(tx, organizationId, changed)
  return outcomes.filter((_, index) => changed[index]?.outcome === 'updated')
}
