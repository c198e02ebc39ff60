import { now } from '../clock'
import type { Tx } from '../db'
import { lockRow, tryAcquireAdvisoryLock } from '../locks'
import { transact } from '../unit-of-work'
import { lockRemovals, reassignSettings } from './merge-and-delete'
import { deleteListCounters, isReferenced, RECORD_REFERENCES, reassignReferenceBatch, recordModel } from './queries'
import type { RecordKind } from './vocabulary'

const BATCH_SIZE = 500
const RETRY_DELAY_MS = 500

type RecordRemoval = { kind: RecordKind; organizationId: string; id: string }

/**
 * Processes a merged or deleted record: moves its references in batches, then deletes the row, or keeps it without a name as a redirect to
 * the merge target. Each transaction makes progress, so a crash repeats at most one batch.
 * @param until starts no transaction after this, ms since the epoch.
 */
export async function reassignReferences(removal: RecordRemoval, until: number): Promise<void> {
  for (let isDone = false; !isDone && Date.now() < until; )
    isDone = await transact(({ tx }) => reassignBatch(tx, removal))
}

async function reassignBatch(tx: Tx, removal: RecordRemoval): Promise<boolean> {
  const { kind, organizationId, id } = removal
  await lockRemovals(tx, organizationId)
  const row = await recordModel(tx, kind).findFirst({
    where: { organizationId, id, removalDueAt: { not: null } },
    select: { mergedIntoId: true },
  })
  if (!row) return true
  const { mergedIntoId: to } = row
  const references = RECORD_REFERENCES[kind].filter(({ isHistory }) => to !== null || !isHistory)
  let moved = 0
  for (const reference of references)
    moved += await reassignReferenceBatch(tx, organizationId, reference, { from: id, to, at: now(), limit: BATCH_SIZE })
  if (moved > 0) return false
  // The lock is free once all transactions that resolved the record before its removal have ended.
  const isFinal =
    (await lockRow(tx, kind, organizationId, id, 'UPDATE SKIP LOCKED')) &&
    !(await isReferenced(tx, organizationId, references, id)) &&
    (await deleteCounters(tx, removal))
  if (isFinal) await finalizeRemoval(tx, removal, to)
  else {
    const data = { removalDueAt: new Date(now().getTime() + RETRY_DELAY_MS) }
    await recordModel(tx, kind).updateMany({ where: { organizationId, id }, data })
  }
  return true
}

async function deleteCounters(tx: Tx, { kind, organizationId, id }: RecordRemoval): Promise<boolean> {
  if (kind !== 'location') return true
  if (!(await tryAcquireAdvisoryLock(tx, `list_change ${organizationId}`))) return false
  await deleteListCounters(tx, organizationId, id)
  return true
}

async function finalizeRemoval(tx: Tx, { kind, organizationId, id }: RecordRemoval, intoId: string | null) {
  // Again: a form submitted during the removal may have referenced the record.
  await reassignSettings(tx, kind, organizationId, id, intoId)
  const where = { organizationId, id }
  if (intoId === null) await recordModel(tx, kind).deleteMany({ where })
  else {
    if (kind === 'employee') await tx.employee.updateMany({ where, data: { email: null } })
    await recordModel(tx, kind).updateMany({ where, data: { name: '', removalDueAt: null } })
  }
}
