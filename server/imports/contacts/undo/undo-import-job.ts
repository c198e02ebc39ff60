import { CONTACT_JOB_BATCH_SIZE } from '../../../contact-jobs/constants'
import {
  type ContactJob,
  type ContactJobKind,
  countOutcomes,
  type JobCounts,
  type JobRun,
} from '../../../contact-jobs/contact-job'
import { removeContacts } from '../../../contacts/delete-contact'
import { restoreContactFields } from '../../../contacts/restore-contact-fields'
import type { Tx } from '../../../db'
import { lockRows } from '../../../locks'
import { cancelUnsentSendings } from '../../../sequences/cancel-unsent-sendings'
import { listContactedIds, listContactsLeftEmptyByUndo, readRowsToUndo, type UndoableRow } from './undo-queries'

/** `spec` of a job of the kind `undoImport`. */
export type UndoSpec = { importId: string }

/** `changed` and `contacted` were not undone, at least not wholly; `gone` needs no undoing. */
type UndoOutcome = 'deleted' | 'restored' | 'changed' | 'contacted' | 'gone'

/** Deletes what an import created and restores what it changed, from its last row to its first. */
export const undoImportJobKind: ContactJobKind = { open: openUndo }

async function openUndo(job: ContactJob): Promise<JobRun<UndoableRow[]>> {
  const { organizationId } = job
  const { importId } = job.spec as UndoSpec
  return {
    load: ({ position }) => readRowsToUndo(organizationId, importId, position, CONTACT_JOB_BATCH_SIZE),
    async apply({ tx }, { position }, rows) {
      if (rows.length === 0) return { position, counts: {}, next: { status: 'done' } }
      const sendingIds = rows.flatMap(({ sendingId }) => sendingId ?? [])
      const cancelled = await cancelUnsentSendings(tx, organizationId, sendingIds)
      // Another import may enrol for the same events.
      await tx.sendingDedupeKey.deleteMany({ where: { organizationId, sendingId: { in: cancelled } } })
      const restored = await restoreContacts(tx, organizationId, rows)
      const answers = await deleteAnswers(tx, organizationId, importId, rows)
      const deleted = await deleteCreated(tx, organizationId, importId, rows)
      const counts = {
        ...countOutcomes([...restored, ...deleted]),
        ...answers,
        ...(cancelled.length > 0 ? { enrolmentsCancelled: cancelled.length } : {}),
      }
      return { position: rows.at(-1)?.position ?? position, counts }
    },
  }
}

/** Deletes the answers that the import wrote. One that was replied to stays. */
async function deleteAnswers(
  tx: Tx,
  organizationId: string,
  importId: string,
  rows: readonly UndoableRow[],
): Promise<JobCounts> {
  const ids = rows.flatMap(({ outcome, responseId }) => (outcome === 'answered' && responseId ? responseId : []))
  if (ids.length === 0) return {}
  await lockRows(tx, 'response', organizationId, ids)
  const where = { organizationId, importId, id: { in: ids } }
  const { count } = await tx.response.deleteMany({ where: { ...where, replies: { none: {} } } })
  const kept = await tx.response.count({ where })
  return { ...(count > 0 ? { answersDeleted: count } : {}), ...(kept > 0 ? { answersKept: kept } : {}) }
}

async function deleteCreated(
  tx: Tx,
  organizationId: string,
  importId: string,
  rows: readonly UndoableRow[],
): Promise<UndoOutcome[]> {
  const created = rows.filter(({ outcome }) => outcome === 'created').map(({ contactId }) => contactId)
  const respondents = rows.flatMap(({ contactId, responseId }) => (responseId === null ? [] : contactId))
  const ids = [...created, ...(await listContactsLeftEmptyByUndo(tx, organizationId, importId, respondents))]
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
  return outcomes.filter((_, index) => changed[index]?.outcome !== 'duplicate')
}
