import type { WebhookDelivery } from '@/prisma/generated/client'
import { now } from '../../clock'
import type { Prisma, Tx } from '../../db'
import { lockRow } from '../../locks'
import { lockAndReadSendingRestriction, resolveSendingRestriction } from '../../organizations/sending-restriction'
import { transact } from '../../unit-of-work'
import type { UndeliveredReason } from '../schema'
import { ATTEMPT_CLAIM_MS, type FinishedAttempt } from './claimed-attempt'

/**
 * Resolves what keeps a due delivery from being claimed: cancels it if its subscription no longer accepts it, and postpones it while its
 * organization is on hold. If nothing is in the way any more, it stays due.
 * @returns an attempt that was interrupted, for the caller to record
 */
export async function handleUnclaimableDelivery(
  organizationId: string,
  deliveryId: string,
): Promise<FinishedAttempt | null> {
  return transact(async ({ tx }) => {
    await lockRow(tx, 'webhook_delivery', organizationId, deliveryId)
    const where = { id: deliveryId, organizationId }
    const delivery = await tx.webhookDelivery.findUnique({ where, omit: { body: true } })
    if (delivery?.status !== 'pending') return null
    const openAttempt = await tx.webhookAttempt.findFirst({ where: { organizationId, deliveryId, finishedAt: null } })
    if (openAttempt) {
      const { id: attemptId, attempt, subscriptionId } = openAttempt
      const lostAt = new Date(openAttempt.createdAt.getTime() + ATTEMPT_CLAIM_MS)
      if (lostAt > now()) {
        // Its process may still be alive.
        await tx.webhookDelivery.update({ where, data: { nextAttemptAt: lostAt } })
        return null
      }
      const claim = { organizationId, deliveryId, attemptId, attempt, subscriptionId }
      return { claim, result: { ok: false, error: 'INTERRUPTED' } }
    }
    await cancelOrPostpone(tx, delivery)
    return null
  })
}

async function cancelOrPostpone(tx: Tx, delivery: Omit<WebhookDelivery, 'body'>): Promise<void> {
  const { organizationId, id, subscriptionId } = delivery
  const subscription = await tx.webhookSubscription.findFirst({
    where: { id: subscriptionId, organizationId },
    select: SUBSCRIPTION_STATE,
  })
  if (!subscription) return
  const reason = findCancelReason(subscription, delivery)
  const where = { id, organizationId }
  if (reason !== null) {
    // Final: reactivating the subscription later does not resume the delivery.
    const data = { status: 'cancelled', reason, nextAttemptAt: null, endedAt: now() }
    await tx.webhookDelivery.update({ where, data })
    return
  }
  const hold =
    resolveSendingRestriction(subscription.organization) && (await lockAndReadSendingRestriction(tx, organizationId))
  // Uses up no attempt: it is not due until the hold is lifted.
  if (hold) await tx.webhookDelivery.update({ where, data: { reason: hold, nextAttemptAt: null } })
}

const SUBSCRIPTION_STATE = {
  active: true,
  triggerTypes: true,
  ownerKey: { select: { isActive: true } },
  organization: { select: { verifiedAt: true, suspendedAt: true, deletesAt: true } },
} as const

function findCancelReason(
  { active, triggerTypes, ownerKey }: Prisma.WebhookSubscriptionGetPayload<{ select: typeof SUBSCRIPTION_STATE }>,
  { kind, isTest }: Pick<WebhookDelivery, 'kind' | 'isTest'>,
): UndeliveredReason | null {
  if (!active) return 'gone'
  if (ownerKey?.isActive === false) return 'keyInactive'
  // A test is explicit: it may precede the subscription to the real events.
  return isTest || triggerTypes.includes(kind) ? null : 'unsubscribed'
}
