import { now } from '../../clock'
import { Prisma, type Tx } from '../../db'

export type PendingSequenceChange = {
  sequenceId: string
  afterId: string
  includesWaiting: boolean
  cancelReason: 'sequenceArchived' | 'sequenceDeleted' | null
}

export async function lockOldestPendingChange(tx: Tx, organizationId: string): Promise<PendingSequenceChange | null> {
  const [revision] = await tx.$queryRaw<PendingSequenceChange[]>`
    SELECT sequence_id AS "sequenceId", after_id AS "afterId", includes_waiting AS "includesWaiting", cancel_reason AS "cancelReason"
    FROM sequence_revision WHERE organization_id = ${organizationId}::uuid
    ORDER BY created_at, sequence_id LIMIT 1 FOR UPDATE SKIP LOCKED`
  return revision ?? null
}

export async function lockPendingCancellation(
  tx: Tx,
  organizationId: string,
  sequenceId: string,
): Promise<PendingSequenceChange | null> {
  const [revision] = await tx.$queryRaw<PendingSequenceChange[]>`
    SELECT sequence_id AS "sequenceId", after_id AS "afterId", includes_waiting AS "includesWaiting", cancel_reason AS "cancelReason"
    FROM sequence_revision
    WHERE organization_id = ${organizationId}::uuid AND sequence_id = ${sequenceId}::uuid AND cancel_reason IS NOT NULL FOR UPDATE`
  return revision ?? null
}

/**
 * Locks the next unfinished sendings of a sequence, in the order of ids.
 * @param which `paused`: without a due time; `not due`: these, and those due later
 */
export async function lockUnfinishedSendings(
  tx: Tx,
  organizationId: string,
  { sequenceId, afterId }: Pick<PendingSequenceChange, 'sequenceId' | 'afterId'>,
  { which, limit }: { which: 'all' | 'paused' | 'not due'; limit: number },
): Promise<string[]> {
  const condition = {
    all: Prisma.sql`true`,
    paused: Prisma.sql`due_at IS NULL`,
    'not due': Prisma.sql`(due_at IS NULL OR due_at > ${now()})`,
  }[which]
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM sending
    WHERE organization_id = ${organizationId}::uuid AND sequence_id = ${sequenceId}::uuid AND ended_at IS NULL
      AND id > ${afterId}::uuid AND ${condition}
    ORDER BY id LIMIT ${limit} FOR UPDATE`
  return rows.map(({ id }) => id)
}
