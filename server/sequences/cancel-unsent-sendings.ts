import { now } from '../clock'
import type { Tx } from '../db'
import { lockRows } from '../locks'
import { makeReason } from '../messaging/outcome/reasons'

/** Cancels those of the sendings that are not finished and have sent nothing, also not just now. @returns their ids */
export async function cancelUnsentSendings(tx: Tx, organizationId: string, ids: readonly string[]): Promise<string[]> {
  const locked = await lockRows(tx, 'sending', organizationId, ids)
  const unsent = await tx.sending.findMany({
    where: { organizationId, id: { in: locked }, endedAt: null, steps: { none: { claimedAt: { not: null } } } },
    select: { id: true },
  })
  const unsentIds = unsent.map(({ id }) => id)
  const outcome = { reason: makeReason('enrolmentUndone'), dueAt: null, endedAt: now() }
  await tx.sendingStep.updateMany({
    where: { organizationId, sendingId: { in: unsentIds }, endedAt: null },
    data: { ...outcome, status: 'skipped' },
  })
  await tx.sending.updateMany({
    where: { organizationId, id: { in: unsentIds } },
    data: { ...outcome, status: 'cancelled' },
  })
  return unsentIds
}
