import {
  type ContactJob,
  type ContactJobKind,
  countOutcomes,
  type JobRun,
  loadContactJob,
} from '../contact-jobs/contact-job'
import { type FieldChanges, restoreContactFields } from '../contacts/restore-contact-fields'
import type { Tx } from '../db'
import { cancelUnsentSendings } from '../sequences/cancel-unsent-sendings'
import { toBulkActionJob, type UndoBulkActionSpec } from './bulk-action-spec'
import type { UndoOutcome } from './constants'
import type { EnrolmentUndoData } from './enrol-contacts'
import { readChangedItems, recordUndoOutcomes, type UndoableItem } from './queries'

const BATCH_SIZE = 500

/** Reverts what a bulk action changed, where it is still as the action left it. */
export const undoBulkActionJob: ContactJobKind = { open: openUndo }

async function openUndo(job: ContactJob): Promise<JobRun<UndoableItem[]>> {
  const { organizationId } = job
  const { jobId } = job.spec as UndoBulkActionSpec
  const { action } = toBulkActionJob(await loadContactJob(organizationId, jobId, 'bulkAction')).spec
  const isEnrolment = action.type === 'enrol' || action.type === 'sendSurvey'
  const undo = isEnrolment ? undoEnrolments : restoreFields
  return {
    load: ({ position }) => readChangedItems(organizationId, jobId, position, BATCH_SIZE),
    async apply({ tx }, { position }, items) {
      const outcomes = items.length === 0 ? [] : await undo(tx, organizationId, items)
      const results = items.map((item, index) => ({ position: item.position, outcome: outcomes[index] ?? 'gone' }))
      await recordUndoOutcomes(tx, organizationId, jobId, results)
      return {
        position: items.at(-1)?.position ?? position,
        counts: countOutcomes(results.map(({ outcome }) => outcome)),
        ...(items.length < BATCH_SIZE ? { next: { status: 'done' } } : {}),
      }
    },
  }
}

/** The data to undo a change is removed with its contact. */
async function restoreFields(tx: Tx, organizationId: string, items: readonly UndoableItem[]): Promise<UndoOutcome[]> {
  const changes = items.map(({ contactId, undoData }) => ({
    contactId,
    changes: (undoData as { changes: FieldChanges } | null)?.changes ?? {},
  }))
  return restoreContactFields(tx, organizationId, changes)
}

async function undoEnrolments(tx: Tx, organizationId: string, items: readonly UndoableItem[]): Promise<UndoOutcome[]> {
  const enrolments = items.map(({ undoData }) => undoData as EnrolmentUndoData | null)
  const sendingIds = enrolments.flatMap((enrolment) => enrolment?.sendingId ?? [])
  const cancelled = new Set(await cancelUnsentSendings(tx, organizationId, sendingIds))
  const isCancelled = (index: number) => cancelled.has(enrolments[index]?.sendingId ?? '')
  const changes = items.map(({ contactId }, index) => ({
    contactId,
    changes: (isCancelled(index) && enrolments[index]?.changes) || {},
  }))
  const restored = await restoreContactFields(tx, organizationId, changes)
  return restored.map((outcome, index) => (outcome === 'gone' ? 'gone' : isCancelled(index) ? outcome : 'sent'))
}
