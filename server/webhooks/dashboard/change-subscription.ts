import type { Tx } from '../../db'
import { NotFound, ValidationError } from '../../errors'
import { localizableMessage } from '../../messages/localizable-message'
import { assertUnchanged } from '../../optimistic-lock'
import { transact } from '../../unit-of-work'
import { type DashboardSubscription, type RemovedSubscription, TriggerType, type UpdateSubscription } from '../schema'
import {
  activateSubscription,
  createSubscriptionError,
  deleteSubscription,
  lockSubscription,
  type SubscriptionRow,
  setEventKinds,
} from '../subscriptions/subscription-rows'
import { getDashboardSubscription } from './list-dashboard-subscriptions'

/**
 * Sets the subscribed events. Does not change `step.completed`, nor lift a 410 deactivation or a pause.
 * @throws {NotFound}
 * @throws {ValidationError} if no event would be left.
 * @throws {EditConflict} if the events differ from `asRead`.
 */
export async function updateSubscription(
  organizationId: string,
  { id, triggerTypes: requestedTypes, asRead }: UpdateSubscription,
): Promise<DashboardSubscription> {
  await withLockedSubscription(organizationId, id, async (tx, row) => {
    // Sorted, because the order does not matter.
    if (asRead)
      assertUnchanged({ triggerTypes: asRead.triggerTypes.toSorted() }, { triggerTypes: row.triggerTypes.toSorted() })
    const triggerTypes = [
      ...row.triggerTypes.filter((kind) => !isSubscribable(kind) || requestedTypes.some((other) => other === kind)),
      ...new Set(requestedTypes.filter((kind) => isSubscribable(kind) && !row.triggerTypes.includes(kind))),
    ]
    if (triggerTypes.length === 0)
      throw new ValidationError({ triggerTypes: [localizableMessage('webhook.lastEvent')] })
    await setEventKinds(tx, organizationId, row, triggerTypes)
  })
  return getDashboardSubscription(organizationId, id)
}

/**
 * Deletes the subscription with its secret and history.
 * @throws {NotFound}
 * @throws {ValidationError} while a sequence step uses the address, because that would recreate it.
 */
export async function removeSubscription(organizationId: string, id: string): Promise<RemovedSubscription> {
  await withLockedSubscription(organizationId, id, async (tx, row) => {
    const step = await tx.sequenceStep.findFirst({
      where: { organizationId, webhookUrl: row.hookUrl },
      select: { sequence: { select: { name: true } } },
    })
    if (step) throw createSubscriptionError(localizableMessage('webhook.usedByStep', { sequence: step.sequence.name }))
    await deleteSubscription(tx, organizationId, row)
  })
  return { id, deleted: true }
}

/**
 * Undoes the deactivation by a 410. Only later events are delivered; failed ones can be resent. Has no effect on an active
 * subscription, and does not lift the pause of its key.
 * @throws {NotFound}
 */
export async function reactivateSubscription(organizationId: string, id: string): Promise<DashboardSubscription> {
  await withLockedSubscription(organizationId, id, (tx, row) => activateSubscription(tx, organizationId, row))
  return getDashboardSubscription(organizationId, id)
}

async function withLockedSubscription(
  organizationId: string,
  id: string,
  change: (tx: Tx, row: SubscriptionRow) => Promise<void>,
): Promise<void> {
  await transact(async ({ tx }) => {
    const row = await lockSubscription(tx, organizationId, { id })
    if (!row) throw new NotFound('subscription')
    await change(tx, row)
  })
}

function isSubscribable(kind: string): boolean {
  return TriggerType.safeParse(kind).success
}
