import { now } from '../clock'
import type { Tx } from '../db'
import { lockRow, tryAcquireAdvisoryLock } from '../locks'
import { transact } from '../unit-of-work'
import type { MasterDataKind } from './constants'
import { acquireRemovalLock, reassignReferencesInSettings } from './merge-and-delete'
import {
  deleteLocationContactTotal,
  getPrismaModel,
  isReferenced,
  REFERENCING_COLUMNS,
  reassignReferenceBatch,
} from './queries'

const BATCH_SIZE = 500
const RETRY_DELAY_MS = 500

type MasterDataRemoval = { kind: MasterDataKind; organizationId: string; id: string }

/**
 * Processes a merged or deleted entry: moves its references in batches, then deletes the row, or keeps it without a name as a redirect to
 * the merge target. Each transaction makes progress, so a crash repeats at most one batch.
 * @param until starts no transaction after this, ms since the epoch.
 */
export async function processRemoval(removal: MasterDataRemoval, until: number): Promise<void> {
  for (let isDone = false; !isDone && Date.now() < until; )
    isDone = await transact(({ tx }) => processRemovalBatch(tx, removal))
}

async function processRemovalBatch(tx: Tx, removal: MasterDataRemoval): Promise<boolean> {
  const { kind, organizationId, id } = removal
  await acquireRemovalLock(tx, organizationId)
  const row = await getPrismaModel(tx, kind).findFirst({
    where: { organizationId, id, removalDueAt: { not: null } },
    select: { mergedIntoId: true },
  })
  if (!row) return true
  const { mergedIntoId: to } = row
  const references = REFERENCING_COLUMNS[kind].filter(({ isHistory }) => to !== null || !isHistory)
  let moved = 0
  for (const reference of references)
    moved += await reassignReferenceBatch(tx, organizationId, reference, { from: id, to, at: now(), limit: BATCH_SIZE })
  if (moved > 0) return false
  // The lock is free once all transactions that resolved the entry before its removal have ended.
  const isFinal =
    (await lockRow(tx, kind, organizationId, id, 'UPDATE SKIP LOCKED')) &&
    !(await isReferenced(tx, organizationId, references, id)) &&
    (await deleteCounters(tx, removal))
  if (isFinal) await finalizeRemoval(tx, removal, to)
  else {
    const data = { removalDueAt: new Date(now().getTime() + RETRY_DELAY_MS) }
    await getPrismaModel(tx, kind).updateMany({ where: { organizationId, id }, data })
  }
  return true
}

async function deleteCounters(tx: Tx, { kind, organizationId, id }: MasterDataRemoval): Promise<boolean> {
  if (kind !== 'location') return true
  if (!(await tryAcquireAdvisoryLock(tx, `list_change ${organizationId}`))) return false
  await deleteLocationContactTotal(tx, organizationId, id)
  return true
}

async function finalizeRemoval(tx: Tx, { kind, organizationId, id }: MasterDataRemoval, intoId: string | null) {
  // Again: a form submitted during the removal may have referenced the entry.
  await reassignReferencesInSettings(tx, kind, organizationId, id, intoId)
  const where = { organizationId, id }
  if (intoId === null) await getPrismaModel(tx, kind).deleteMany({ where })
  else {
    if (kind === 'employee') await tx.employee.updateMany({ where, data: { email: null } })
    await getPrismaModel(tx, kind).updateMany({ where, data: { name: '', removalDueAt: null } })
  }
}
