import { isDeepStrictEqual } from 'node:util'
import type { Contact as ContactRow } from '@/prisma/generated/client'
import { now } from '../../../clock'
import { CONTACT_JOB_BATCH_SIZE } from '../../../contact-jobs/constants'
import { type ContactJob, type ContactJobKind, countOutcomes, type JobRun } from '../../../contact-jobs/contact-job'
import { pickResolvedIds, resolveAndLockReferences } from '../../../contacts/contact-references'
import { removeContacts } from '../../../contacts/delete-contact'
import { recordContactChanges } from '../../../contacts/timeline/record-contact-events'
import { updateContacts } from '../../../contacts/upsert-queries'
import type { Tx } from '../../../db'
import { IMPORTED_FIELDS } from '../row-outcome'
import { listContactedIds, lockAndReadContacts, readRowsToUndo, type UndoableRow } from './undo-queries'

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
  const changed = rows.filter(({ changes }) => changes !== null)
  const ids = [...new Set(changed.map(({ contactId }) => contactId))]
  const read = await lockAndReadContacts(tx, organizationId, ids)
  const contacts = new Map(read)
  const previous = changed.map(({ changes }) => ({
    locationId: changes?.['locationId']?.[0] as string | null | undefined,
    contactOrganizationId: changes?.['contactOrganizationId']?.[0] as string | null | undefined,
  }))
  const resolved = await resolveAndLockReferences(tx, organizationId, previous)
  const outcomes = changed.map((row, index): UndoOutcome => {
    const contact = contacts.get(row.contactId)
    if (!contact) return 'gone'
    const references = pickResolvedIds(resolved, previous[index] ?? {})
    const { restored, isComplete } = restoreFields(contact, row, references)
    contacts.set(row.contactId, restored)
    return isComplete ? 'restored' : 'changed'
  })
  await updateContacts(tx, organizationId, [...contacts.values()])
  const updates = [...contacts].map(([id, after]) => ({ before: read.get(id) ?? after, after }))
  await recordContactChanges(tx, organizationId, updates)
  return outcomes.filter((_, index) => changed[index]?.outcome === 'updated')
}

/** Restores the fields that still have the value of the import. A location or company that is gone stays away. */
function restoreFields(contact: ContactRow, { changes }: UndoableRow, references: object) {
  const restored: ContactRow = { ...contact, updatedAt: now() }
  let isComplete = true
  for (const field of IMPORTED_FIELDS) {
    const change = changes?.[field]
    if (change === undefined) continue
    const [before, after] = change
    if (isDeepStrictEqual(contact[field], after)) Object.assign(restored, { [field]: before })
    else isComplete = false
    if (field in references && restored[field] === before) Object.assign(restored, pick(references, field))
  }
  return { restored, isComplete }
}

function pick(references: object, field: string): object {
  return { [field]: references[field as keyof typeof references] }
}
