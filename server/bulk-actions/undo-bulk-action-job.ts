import {
  type ContactJob,
  type ContactJobKind,
  countOutcomes,
  type JobRun,
  loadContactJob,
} from '../contact-jobs/contact-job'
import { restoreContactFields } from '../contacts/restore-contact-fields'
import { undoUnsubscriptions } from '../contacts/unsubscribe-contacts'
import type { Tx } from '../db'
import { lockRows } from '../locks'
import { cancelUnsentSendings } from '../sequences/cancel-unsent-sendings'
import { castBulkActionJob, type UndoBulkActionSpec } from './bulk-action-job-payload'
import type { BulkActionType, UndoOutcome } from './constants'
import type { EnrolmentUndoData } from './enrol-contacts'
import type { FieldUndoData, UnsubscriptionUndoData } from './perform-action'
import { type JobItem, readChangedItems, recordUndoOutcomes } from './queries'

const BATCH_SIZE = 500

/** Reverts what a bulk action changed, where it is still as the action left it. */
export const undoBulkActionJobKind: ContactJobKind = { open: openUndo }

async function openUndo(job: ContactJob): Promise<JobRun<JobItem[]>> {
  const { organizationId } = job
  const { jobId } = job.spec as UndoBulkActionSpec
  const { action } = castBulkActionJob(await loadContactJob(organizationId, jobId, 'bulkAction')).spec
  return {
    load: ({ position }) => readChangedItems(organizationId, jobId, position, BATCH_SIZE),
    async apply({ tx }, { position }, items) {
      const results = await undoItems(tx, organizationId, { jobId, type: action.type, items })
      await recordUndoOutcomes(tx, organizationId, jobId, results)
      return {
        position: items.at(-1)?.position ?? position,
        counts: countOutcomes(results.map(({ outcome }) => outcome)),
        ...(items.length < BATCH_SIZE ? { next: { status: 'done' } } : {}),
      }
    },
  }
}

type Batch = { jobId: string; type: BulkActionType; items: readonly JobItem[] }

/** Reads what to undo under the locks of the contacts: a merge or deletion removes it, and then the contact stays as it is. */
async function undoItems(tx: Tx, organizationId: string, { jobId, type, items }: Batch) {
  const contactIds = items.map(({ contactId }) => contactId)
  const existing = new Set(await lockRows(tx, 'contact', organizationId, contactIds))
  const positions = items.map(({ position }) => position)
  const rows = await tx.contactJobItem.findMany({
    where: { organizationId, jobId, position: { in: positions } },
    select: { position: true, contactId: true, undoData: true },
  })
  const undoable = rows.filter(({ contactId, undoData }) => undoData !== null && existing.has(contactId))
  const undone = await UNDO[type]?.(tx, organizationId, undoable)
  const outcomes = new Map(undoable.map(({ position }, index) => [position, undone?.[index]]))
  return items.map(({ position, contactId }) => {
    const outcome: UndoOutcome = outcomes.get(position) ?? (existing.has(contactId) ? 'changed' : 'gone')
    return { position, outcome }
  })
}

type UndoableItem = { contactId: string; undoData: unknown }

/** @returns one outcome for each item, in order */
type Undo = (tx: Tx, organizationId: string, items: readonly UndoableItem[]) => Promise<UndoOutcome[]>

const UNDO: Partial<Record<BulkActionType, Undo>> = {
  addTags: undoFieldChanges,
  removeTags: undoFieldChanges,
  setLocation: undoFieldChanges,
  setCompany: undoFieldChanges,
  setProperty: undoFieldChanges,
  setLanguage: undoFieldChanges,
  unsubscribe: undoUnsubscribe,
  enrol: undoEnrolments,
  sendSurvey: undoEnrolments,
}

function undoFieldChanges(tx: Tx, organizationId: string, items: readonly UndoableItem[]): Promise<UndoOutcome[]> {
  const changes = items.map(({ contactId, undoData }) => ({ contactId, ...(undoData as FieldUndoData) }))
  return restoreContactFields(tx, organizationId, changes)
}

function undoUnsubscribe(tx: Tx, organizationId: string, items: readonly UndoableItem[]): Promise<UndoOutcome[]> {
  const changes = items.map(({ contactId, undoData }) => ({ contactId, ...(undoData as UnsubscriptionUndoData) }))
  return undoUnsubscriptions(tx, organizationId, changes)
}

async function undoEnrolments(tx: Tx, organizationId: string, items: readonly UndoableItem[]): Promise<UndoOutcome[]> {
  const enrolments = items.map(({ contactId, undoData }) => ({ contactId, ...(undoData as EnrolmentUndoData) }))
  const sendingIds = enrolments.map(({ sendingId }) => sendingId)
  const cancelled = new Set(await cancelUnsentSendings(tx, organizationId, sendingIds))
  const changes = enrolments.map(({ contactId, sendingId, changes: made = {} }) => ({
    contactId,
    changes: cancelled.has(sendingId) ? made : {},
  }))
  const restored = await restoreContactFields(tx, organizationId, changes)
  return restored.map((outcome, index) => (cancelled.has(sendingIds[index] ?? '') ? outcome : 'sent'))
}
