import { now } from '../../clock'
import type { Tx } from '../../db'
import { makeReason } from '../../messaging/outcome/reasons'
import { transact, type UnitOfWork } from '../../unit-of-work'
import { lockOldestPendingChange, lockPendingCancellation, lockUnfinishedSendings } from './sequence-change-queries'

/*
 * Applies a change of a sequence to its running sendings, of which there may be a hundred thousand. The change writes one
 * revision row, and the organization's own job applies it in chunks, so that neither requests nor other organizations are
 * delayed.
 */

const CHUNK_SIZE = 1000
const MIN_ID = '00000000-0000-0000-0000-000000000000'

/** Makes paused sendings due again; with `includesWaiting` also waiting ones, so that they follow the current steps. */
export async function scheduleReevaluation(
  { tx, signal }: UnitOfWork,
  organizationId: string,
  sequenceId: string,
  { includesWaiting }: { includesWaiting: boolean },
): Promise<void> {
  // Finish the cancellations of an earlier archiving before the others continue.
  while (await cancelChunk(tx, organizationId, sequenceId));
  await upsertPendingChange(tx, organizationId, sequenceId, includesWaiting ? { includesWaiting } : {})
  signal({ queue: 'sequences/sendings', organizationId })
}

export async function cancelSequenceSendings(
  { tx, signal }: UnitOfWork,
  organizationId: string,
  sequenceId: string,
  reason: 'sequenceArchived' | 'sequenceDeleted',
): Promise<void> {
  await upsertPendingChange(tx, organizationId, sequenceId, { cancelReason: reason })
  if (await cancelChunk(tx, organizationId, sequenceId)) signal({ queue: 'sequences/sendings', organizationId })
}

async function upsertPendingChange(
  tx: Tx,
  organizationId: string,
  sequenceId: string,
  change: { includesWaiting?: true; cancelReason?: string },
): Promise<void> {
  const revision = { afterId: MIN_ID, createdAt: now(), ...change }
  await tx.sequenceRevision.upsert({
    where: { organizationId_sequenceId: { organizationId, sequenceId } },
    create: { organizationId, sequenceId, ...revision },
    update: revision,
  })
}

export async function applySequenceChangeChunk(organizationId: string): Promise<void> {
  await transact(async ({ tx }) => {
    const revision = await lockOldestPendingChange(tx, organizationId)
    if (!revision) return
    const { sequenceId, includesWaiting, cancelReason } = revision
    if (cancelReason !== null) return void (await cancelChunk(tx, organizationId, sequenceId))
    const which = includesWaiting ? 'not due' : 'paused'
    const ids = await lockUnfinishedSendings(tx, organizationId, revision, { which, limit: CHUNK_SIZE })
    await tx.sending.updateMany({ where: { organizationId, id: { in: ids } }, data: { dueAt: now() } })
    await advanceCursor(tx, organizationId, sequenceId, ids)
  })
}

async function cancelChunk(tx: Tx, organizationId: string, sequenceId: string): Promise<boolean> {
  const revision = await lockPendingCancellation(tx, organizationId, sequenceId)
  if (!revision?.cancelReason) return false
  const ids = await lockUnfinishedSendings(tx, organizationId, revision, { which: 'all', limit: CHUNK_SIZE })
  const outcome = { reason: makeReason(revision.cancelReason), dueAt: null, endedAt: now() }
  await tx.sendingStep.updateMany({
    where: { organizationId, sendingId: { in: ids }, endedAt: null, claimedAt: null },
    data: { ...outcome, status: 'skipped' },
  })
  await tx.sending.updateMany({ where: { organizationId, id: { in: ids } }, data: { ...outcome, status: 'cancelled' } })
  return advanceCursor(tx, organizationId, sequenceId, ids)
}

async function advanceCursor(tx: Tx, organizationId: string, sequenceId: string, done: readonly string[]) {
  const last = done.at(-1)
  const hasMore = done.length === CHUNK_SIZE && last !== undefined
  if (hasMore)
    await tx.sequenceRevision.update({
      where: { organizationId_sequenceId: { organizationId, sequenceId } },
      data: { afterId: last },
    })
  else await tx.sequenceRevision.deleteMany({ where: { organizationId, sequenceId } })
  return hasMore
}
