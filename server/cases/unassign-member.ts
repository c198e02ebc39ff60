import type { Tx } from '../db'
import { recordResponseEvents } from './record-response-events'

/**
 * Unassigns a departing member from all cases, including resolved ones, which may be reopened. Runs after the membership is deleted, in the
 * same transaction, so that no case can be assigned to them concurrently.
 */
export async function unassignMember(tx: Tx, organizationId: string, userId: string): Promise<void> {
  const user = await tx.user.findUnique({ where: { id: userId }, select: { name: true } })
  const unassigned = await tx.response.updateManyAndReturn({
    where: { organizationId, assigneeId: userId },
    data: { assigneeId: null },
    select: { id: true },
  })
  const events = unassigned.map(({ id }) => ({
    responseId: id,
    kind: 'unassigned' as const,
    value: user?.name ?? null,
  }))
  await recordResponseEvents(tx, organizationId, events)
}
