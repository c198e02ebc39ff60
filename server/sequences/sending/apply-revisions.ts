import { now } from '../../clock'
import { Prisma, type Tx } from '../../db'
import { sendingsQueued } from '../../jobs/events'
import { reasonFor } from '../../outgoing/reasons'
import { transact, type Work } from '../../unit-of-work'

/*
 * Applies a change of a sequence to its running sendings, of which there may be a hundred thousand. The change writes one
 * revision row, and the organization's own job applies it in chunks, so that neither requests nor other organizations are
 * delayed.
 */

const AT_A_TIME = 1000

/** Makes parked sendings due again; with `includesWaiting` also waiting ones, so that they follow the current steps. */
export async function lookAgain(
  { tx, wake }: Work,
  organizationId: string,
  sequenceId: string,
  { includesWaiting }: { includesWaiting: boolean },
): Promise<void> {
  // Finish the cancellations of an earlier archiving before the others continue.
  while (await cancelSome(tx, organizationId, sequenceId));
  await tx.$executeRaw`
    INSERT INTO sequence_revision (organization_id, sequence_id, includes_waiting, created_at)
    VALUES (${organizationId}::uuid, ${sequenceId}::uuid, ${includesWaiting}, ${now()})
    ON CONFLICT (organization_id, sequence_id) DO UPDATE SET after_id = DEFAULT, created_at = excluded.created_at,
      includes_waiting = sequence_revision.includes_waiting OR excluded.includes_waiting`
  wake(sendingsQueued(organizationId))
}

/** Cancels the running sendings: the first chunk at once, the rest in the job. */
export async function cancelSendings(
  { tx, wake }: Work,
  organizationId: string,
  sequenceId: string,
  reason: 'sequenceArchived' | 'sequenceDeleted',
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO sequence_revision (organization_id, sequence_id, cancel_reason, created_at)
    VALUES (${organizationId}::uuid, ${sequenceId}::uuid, ${reason}, ${now()})
    ON CONFLICT (organization_id, sequence_id) DO UPDATE SET after_id = DEFAULT, created_at = excluded.created_at,
      cancel_reason = excluded.cancel_reason`
  if (await cancelSome(tx, organizationId, sequenceId)) wake(sendingsQueued(organizationId))
}

type Revision = {
  sequenceId: string
  afterId: string
  includesWaiting: boolean
  cancelReason: 'sequenceArchived' | 'sequenceDeleted' | null
}

/** Applies the next chunk of a revision. Skips revisions that another worker has locked. */
export async function applyRevisions(organizationId: string): Promise<void> {
  await transact(async ({ tx }) => {
    const [revision] = await tx.$queryRaw<Revision[]>`
      SELECT sequence_id AS "sequenceId", after_id AS "afterId", includes_waiting AS "includesWaiting", cancel_reason AS "cancelReason"
      FROM sequence_revision WHERE organization_id = ${organizationId}::uuid
      ORDER BY created_at, sequence_id LIMIT 1 FOR UPDATE SKIP LOCKED`
    if (!revision) return
    if (revision.cancelReason !== null) await cancelSome(tx, organizationId, revision.sequenceId)
    else await wakeSome(tx, organizationId, revision)
  })
}

/** Makes the next chunk of sendings due, so that processing them applies the change. */
async function wakeSome(tx: Tx, organizationId: string, { sequenceId, afterId, includesWaiting }: Revision) {
  const isMeant = includesWaiting ? Prisma.sql`(due_at IS NULL OR due_at > ${now()})` : Prisma.sql`due_at IS NULL`
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM sending
    WHERE organization_id = ${organizationId}::uuid AND sequence_id = ${sequenceId}::uuid AND ended_at IS NULL
      AND id > ${afterId}::uuid AND ${isMeant}
    ORDER BY id LIMIT ${AT_A_TIME} FOR UPDATE`
  const ids = rows.map(({ id }) => id)
  await tx.$executeRaw`
    UPDATE sending SET due_at = ${now()}, updated_at = ${now()} WHERE organization_id = ${organizationId}::uuid AND id = ANY(${ids}::uuid[])`
  await goOn(tx, organizationId, sequenceId, ids)
}

/** Cancels the next chunk of sendings, if the revision has a cancel reason. @returns whether there may be more. */
async function cancelSome(tx: Tx, organizationId: string, sequenceId: string): Promise<boolean> {
  const [revision] = await tx.$queryRaw<Pick<Revision, 'afterId' | 'cancelReason'>[]>`
    SELECT after_id AS "afterId", cancel_reason AS "cancelReason" FROM sequence_revision
    WHERE organization_id = ${organizationId}::uuid AND sequence_id = ${sequenceId}::uuid AND cancel_reason IS NOT NULL FOR UPDATE`
  if (!revision?.cancelReason) return false
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM sending
    WHERE organization_id = ${organizationId}::uuid AND sequence_id = ${sequenceId}::uuid AND ended_at IS NULL AND id > ${revision.afterId}::uuid
    ORDER BY id LIMIT ${AT_A_TIME} FOR UPDATE`
  const ids = rows.map(({ id }) => id)
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
