import { now } from '../../clock'
import { queryRows, type Tx } from '../../db'
import { matchSql, type SendingFilter } from '../results/find-sending-ids-queries'

/**
 * Resumes paused sendings that the caller has locked. Delays count from `anchor_at`, which moves by the length of the pause: what was due
 * when it began is due at once, and a wait takes as long as was left of it. A message that is being sent keeps the end of its claim.
 */
export async function resumePausedSendings(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE sending d SET anchor_at = anchor_at + (${now()}::timestamptz - greatest(paused_at, anchor_at)), paused_at = NULL,
      updated_at = ${now()}, due_at = CASE WHEN EXISTS (
        SELECT FROM sending_step s WHERE s.organization_id = d.organization_id AND s.sending_id = d.id
          AND s.claimed_at IS NOT NULL AND s.ended_at IS NULL) THEN due_at ELSE ${now()}::timestamptz END
    WHERE organization_id = ${organizationId}::uuid AND id = ANY(${ids}::uuid[]) AND paused_at IS NOT NULL`
}

/** Fixes the sendings of a job, in the order of their ids. @returns their number, at most one above the limit */
export async function insertSendingItems(
  tx: Tx,
  organizationId: string,
  jobId: string,
  { filter, contactPatterns, limit }: { filter: SendingFilter; contactPatterns: readonly string[]; limit: number },
): Promise<number> {
  const values: unknown[] = [organizationId, filter.sequence_id ?? null]
  const add = (value: unknown) => `$${values.push(value)}`
  const job = `${add(jobId)}::uuid`
  return tx.$executeRawUnsafe(
    `INSERT INTO contact_job_item (organization_id, job_id, position, contact_id, sending_id)
     SELECT $1::uuid, ${job}, row_number() OVER (ORDER BY d.id), d.contact_id, d.id
     FROM sending d WHERE ${matchSql(filter, contactPatterns, add)} AND d.ended_at IS NULL LIMIT ${limit + 1}`,
    ...values,
  )
}

export type SendingActionItem = { position: number; sendingId: string }

/** The next sendings of a job after a position. */
export function readSendingItems(
  organizationId: string,
  jobId: string,
  after: number,
  limit: number,
): Promise<SendingActionItem[]> {
  return queryRows({
    name: 'sending-action-items',
    text: `SELECT position, sending_id AS "sendingId" FROM contact_job_item
      WHERE organization_id = $1::uuid AND job_id = $2::uuid AND position > $3::int AND sending_id IS NOT NULL
      ORDER BY position LIMIT $4::int`,
    values: [organizationId, jobId, after, limit],
  })
}
