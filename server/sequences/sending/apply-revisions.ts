import { now } from '../../clock'
import type { Tx } from '../../db'
import { sendingsQueued } from '../../jobs/events'
import { reasonFor } from '../../outgoing/reasons'
import { transact, type Work } from '../../unit-of-work'
import { lockCancellation, lockNextRevision, lockRunningSendings, type Revision } from './queries'

/*
 * Applies a change of a sequence to its running sendings, of which there may be a hundred thousand. The change writes one
 * revision row, and the organization's own job applies it in chunks, so that neither requests nor other organizations are
 * delayed.
 */

const AT_A_TIME = 1000
/** Smaller than any id. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Makes parked sendings due again; with `includesWaiting` also waiting ones, so that they follow the current steps. */
export async function lookAgain(
  { tx, wake }: Work,
  organizationId: string,
  sequenceId: string,
  { includesWaiting }: { includesWaiting: boolean },
): Promise<void> {
  // Finish the cancellations of an earlier archiving before the others continue.
  while (await cancelSome(tx, organizationId, sequenceId));
  const again = { afterId: FIRST_ID, createdAt: now(), ...(includesWaiting ? { includesWaiting } : {}) }
  await tx.sequenceRevision.upsert({
    where: { organizationId_sequenceId: { organizationId, sequenceId } },
    create: { organizationId, sequenceId, ...again },
    update: again,
  })
  wake(sendingsQueued(organizationId))
}

/** Cancels the running sendings: the first chunk at once, the rest in the job. */
export async function cancelSendings(
  { tx, wake }: Work,
  organizationId: string,
  sequenceId: string,
  reason: 'sequenceArchived' | 'sequenceDeleted',
): Promise<void> {
  const again = { afterId: FIRST_ID, createdAt: now(), cancelReason: reason }
  await tx.sequenceRevision.upsert({
    where: { organizationId_sequenceId: { organizationId, sequenceId } },
    create: { organizationId, sequenceId, ...again },
    update: again,
  })
  if (await cancelSome(tx, organizationId, sequenceId)) wake(sendingsQueued(organizationId))
}

/** Applies the next chunk of a revision. Skips revisions that another worker has locked. */
export async function applyRevisions(organizationId: string): Promise<void> {
  await transact(async ({ tx }) => {
    const revision = await lockNextRevision(tx, organizationId)
    if (!revision) return
    if (revision.cancelReason !== null) await cancelSome(tx, organizationId, revision.sequenceId)
    else await wakeSome(tx, organizationId, revision)
  })
}

/** Makes the next chunk of sendings due, so that processing them applies the change. */
async function wakeSome(tx: Tx, organizationId: string, revision: Revision) {
  const which = revision.includesWaiting ? 'not due' : 'parked'
  const ids = await lockRunningSendings(tx, organizationId, revision, { which, limit: AT_A_TIME })
  await tx.sending.updateMany({ where: { organizationId, id: { in: ids } }, data: { dueAt: now() } })
  await goOn(tx, organizationId, revision.sequenceId, ids)
}

/** Cancels the next chunk of sendings, if the revision has a cancel reason. @returns whether there may be more. */
async function cancelSome(tx: Tx, organizationId: string, sequenceId: string): Promise<boolean> {
  const revision = await lockCancellation(tx, organizationId, sequenceId)
  if (!revision?.cancelReason) return false
  const ids = await lockRunningSendings(tx, organizationId, revision, { which: 'all', limit: AT_A_TIME })
  const ended = { reason: reasonFor(revision.cancelReason), dueAt: null, endedAt: now() }
  await tx.sendingStep.updateMany({
    where: { organizationId, sendingId: { in: ids }, endedAt: null, claimedAt: null },
    data: { ...ended, status: 'skipped' },
  })
  await tx.sending.updateMany({ where: { organizationId, id: { in: ids } }, data: { ...ended, status: 'cancelled' } })
  return goOn(tx, organizationId, sequenceId, ids)
}

/** Advances the revision's cursor, or deletes the revision after the last chunk. @returns whether there may be more. */
async function goOn(tx: Tx, organizationId: string, sequenceId: string, done: readonly string[]): Promise<boolean> {
  const last = done.at(-1)
  const hasMore = done.length === AT_A_TIME && last !== undefined
  if (hasMore)
    await tx.sequenceRevision.update({
      where: { organizationId_sequenceId: { organizationId, sequenceId } },
      data: { afterId: last },
    })
  else await tx.sequenceRevision.deleteMany({ where: { organizationId, sequenceId } })
  return hasMore
}
