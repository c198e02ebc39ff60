import { cancelSendings } from '../contacts/cancel-sendings'
import type { Tx } from '../db'
import { lockRows } from '../locks'

/** Cancels those of the sendings that are not finished and have sent nothing, also not just now. @returns their ids */
export async function cancelUnsentSendings(tx: Tx, organizationId: string, ids: readonly string[]): Promise<string[]> {
  const locked = await lockRows(tx, 'sending', organizationId, ids)
  const unsent = await tx.sending.findMany({
    where: { organizationId, id: { in: locked }, endedAt: null, steps: { none: { claimedAt: { not: null } } } },
    select: { id: true },
  })
  const unsentIds = unsent.map(({ id }) => id)
  await cancelSendings(tx, organizationId, unsentIds, 'enrolmentUndone')
  return unsentIds
}
