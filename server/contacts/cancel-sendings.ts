import { now } from '../clock'
import type { Tx } from '../db'
import { makeReason } from '../messaging/outcome/reasons'
import type { ReasonCodeWithoutValues } from '../messaging/outcome/schema'

/**
 * Cancels the running ones of these sendings. Lock them before: a sending is locked before its steps, in the order of the job that runs it.
 * Claimed steps are left to that job.
 */
export async function cancelSendings(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
  code: ReasonCodeWithoutValues,
): Promise<void> {
  const reason = makeReason(code)
  const endedAt = now()
  await tx.sendingStep.updateMany({
    where: { organizationId, endedAt: null, claimedAt: null, sendingId: { in: [...ids] } },
    data: { status: 'skipped', reason, dueAt: null, endedAt },
  })
  await tx.sending.updateMany({
    where: { organizationId, id: { in: [...ids] }, status: { in: ['queued', 'running'] } },
    data: { status: 'cancelled', reason, dueAt: null, endedAt },
  })
}
