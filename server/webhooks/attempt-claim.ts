import type { WebhookDelivery } from '../../prisma/generated/client'
import { now } from '../clock'
import type { Tx } from '../db'
import { type AttemptName, type DeliveryOutcome, lockDelivery, recordFailure } from './attempt-result'
import { BODY_TIMEOUT_MS, DIAL_TIMEOUT_MS } from './dial'
import { DialFailure, wordsOf } from './dial-failure'
import { transact } from './outbox'
import { REASON_DEACTIVATED, REASON_UNSUBSCRIBED } from './subscription-rows'

/** An open attempt older than this has no process behind it any more. */
export const CLAIM_MS = DIAL_TIMEOUT_MS + BODY_TIMEOUT_MS + 8000

/** The right to make one attempt, and all that it needs. */
export type Claim = AttemptName & {
  state: 'claimed'
  kind: string
  body: string
  /** The first delivery of the event, where this one resends it. */
  resendOfId: string | null
  isTest: boolean
  hookUrl: string
  secretEncrypted: string
  /** While a new secret is being introduced. */
  previousSecretEncrypted: string | null
}

/**
 * Writes the attempt's row before the first byte is sent, so that a crash can never send it twice, nor a sixth time.
 * The subscription is read anew: what it no longer wants is finished here. Of two workers one gets the claim.
 */
export async function claimAttempt(organizationId: string, deliveryId: string): Promise<Claim | DeliveryOutcome> {
  return transact(async (work) => {
    const { tx } = work
    const delivery = await lockDelivery(tx, organizationId, deliveryId)
    if (delivery?.status !== 'pending') return { state: 'ended' }
    const open = await tx.webhookAttempt.findFirst({ where: { organizationId, deliveryId, finishedAt: null } })
    if (open) {
      const lostAt = new Date(open.createdAt.getTime() + CLAIM_MS)
      if (lostAt > now()) return { state: 'waiting', nextAttemptAt: lostAt }
      return recordFailure(work, delivery, open, { error: wordsOf(new DialFailure('INTERRUPTED')) })
    }
    if (delivery.nextAttemptAt && delivery.nextAttemptAt > now())
      return { state: 'waiting', nextAttemptAt: delivery.nextAttemptAt }
    return claim(tx, delivery)
  })
}

async function claim(tx: Tx, delivery: WebhookDelivery): Promise<Claim | DeliveryOutcome> {
  const { organizationId, id: deliveryId, subscriptionId, kind, body, resendOfId, isTest } = delivery
  const subscription = await tx.webhookSubscription.findFirst({
    where: { id: subscriptionId, organizationId },
    include: { ownerKey: { select: { isActive: true } } },
  })
  if (!subscription) return { state: 'ended' }
  const reason = whyNot(subscription, delivery)
  if (reason !== null) return cancel(tx, delivery, reason)

  const claimedAt = now()
  const attempt = delivery.attemptCount + 1
  const { id: attemptId } = await tx.webhookAttempt.create({
    data: { organizationId, deliveryId, subscriptionId, attempt, createdAt: claimedAt },
  })
  await tx.webhookDelivery.update({
    where: { id: deliveryId, organizationId },
    // Whoever finds the attempt open after this time closes it.
    data: { attemptCount: attempt, nextAttemptAt: new Date(claimedAt.getTime() + CLAIM_MS) },
  })
  const { hookUrl, secretEncrypted, previousSecretEncrypted, previousSecretUntil } = subscription
  const signsTwice = previousSecretUntil !== null && previousSecretUntil > claimedAt
  return {
    state: 'claimed',
    organizationId,
    deliveryId,
    attemptId,
    subscriptionId,
    kind,
    body,
    resendOfId,
    isTest,
    hookUrl,
    secretEncrypted,
    previousSecretEncrypted: signsTwice ? previousSecretEncrypted : null,
  }
}

type Receiver = { active: boolean; triggerTypes: string[]; ownerKey: { isActive: boolean } | null }

function whyNot({ active, triggerTypes, ownerKey }: Receiver, { kind, isTest }: WebhookDelivery): string | null {
  if (!active) return REASON_DEACTIVATED
  if (ownerKey?.isActive === false) return 'The API key that owns the subscription was inactive.'
  // A test was asked for by name: a receiver can be tried before it is subscribed to the real events.
  return isTest || triggerTypes.includes(kind) ? null : REASON_UNSUBSCRIBED
}

/** Finished for good: what comes back to life later does not bring it along. */
async function cancel(tx: Tx, { id, organizationId }: WebhookDelivery, reason: string): Promise<DeliveryOutcome> {
  await tx.webhookDelivery.update({
    where: { id, organizationId },
    data: { status: 'cancelled', reason, nextAttemptAt: null, endedAt: now() },
  })
  return { state: 'ended' }
}
