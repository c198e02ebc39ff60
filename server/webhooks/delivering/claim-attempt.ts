import { v7 as uuidv7 } from 'uuid'
import { now } from '../../clock'
import type { Tx } from '../../db'
import { currentHold, lockHold } from '../../organizations/hold'
import type { Hold } from '../../organizations/vocabulary'
import { BODY_TIMEOUT_MS, DIAL_TIMEOUT_MS } from '../../outbound/dial'
import { transact } from '../../unit-of-work'
import type { WhyKept } from '../schema'
import type { Claim } from './claim'
import { type DeliveryOutcome, type LockedDelivery, lockDelivery, recordFailure } from './record-result'

/** An open attempt older than this means that its process died. */
export const CLAIM_MS = DIAL_TIMEOUT_MS + BODY_TIMEOUT_MS + 8000

/**
 * Writes the attempt's row before the first byte is sent, so that a crash can cause neither a duplicate nor a sixth attempt.
 * Re-reads the subscription, and cancels what it no longer accepts. Of two workers, one gets the claim.
 */
export async function claimAttempt(organizationId: string, deliveryId: string): Promise<Claim | DeliveryOutcome> {
  return transact(async (work) => {
    const { tx } = work
    const delivery = await lockDelivery(tx, organizationId, deliveryId)
    if (delivery?.status !== 'pending') return { state: 'ended' }
    const open =
      delivery.attemptCount > 0 &&
      (await tx.webhookAttempt.findFirst({ where: { organizationId, deliveryId, finishedAt: null } }))
    if (open) {
      const lostAt = new Date(open.createdAt.getTime() + CLAIM_MS)
      if (lostAt > now()) return { state: 'waiting', nextAttemptAt: lostAt }
      return recordFailure(work, delivery, open, { error: 'INTERRUPTED' })
    }
    if (delivery.nextAttemptAt && delivery.nextAttemptAt > now())
      return { state: 'waiting', nextAttemptAt: delivery.nextAttemptAt }
    return claim(tx, delivery)
  })
}

async function claim(tx: Tx, delivery: LockedDelivery): Promise<Claim | DeliveryOutcome> {
  const { organizationId, id: deliveryId, subscriptionId, kind, body, resendOfId, isTest } = delivery
  const subscription = await findReceiver(tx, organizationId, subscriptionId)
  if (!subscription) return { state: 'ended' }
  const reason = whyNot(subscription, delivery)
  if (reason !== null) return cancel(tx, delivery, reason)
  const hold = currentHold(subscription) && (await lockHold(tx, organizationId))
  if (hold) return keepBack(tx, delivery, hold)

  const claimedAt = now()
  const attempt = delivery.attemptCount + 1
  const attemptId = uuidv7()
  // An attempt that is still open after this time counts as interrupted.
  const lostAt = new Date(claimedAt.getTime() + CLAIM_MS)
  await tx.$executeRaw`
    WITH made AS (
      INSERT INTO webhook_attempt (id, organization_id, delivery_id, subscription_id, attempt, created_at)
      VALUES (${attemptId}::uuid, ${organizationId}::uuid, ${deliveryId}::uuid, ${subscriptionId}::uuid, ${attempt}, ${claimedAt}))
    UPDATE webhook_delivery SET attempt_count = ${attempt}, next_attempt_at = ${lostAt}
    WHERE id = ${deliveryId}::uuid AND organization_id = ${organizationId}::uuid`
  const { hookUrl, secretEncrypted, previousSecretEncrypted, previousSecretUntil } = subscription
  const signsTwice = previousSecretUntil !== null && previousSecretUntil > claimedAt
  return {
    state: 'claimed',
    organizationId,
    deliveryId,
    attemptId,
    attempt,
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

type Receiver = {
  active: boolean
  triggerTypes: string[]
  isOwnerActive: boolean | null
  hookUrl: string
  secretEncrypted: string
  previousSecretEncrypted: string | null
  previousSecretUntil: Date | null
  /** The next three are the organization's. */
  verifiedAt: Date | null
  suspendedAt: Date | null
  deletesAt: Date | null
}

async function findReceiver(tx: Tx, organizationId: string, subscriptionId: string): Promise<Receiver | null> {
  const [receiver] = await tx.$queryRaw<Receiver[]>`
    SELECT s.active, s.trigger_types AS "triggerTypes", k.is_active AS "isOwnerActive", s.hook_url AS "hookUrl",
      s.secret_encrypted AS "secretEncrypted", s.previous_secret_encrypted AS "previousSecretEncrypted",
      s.previous_secret_until AS "previousSecretUntil", o.verified_at AS "verifiedAt", o.suspended_at AS "suspendedAt", o.deletes_at AS "deletesAt"
    FROM webhook_subscription s
    JOIN organization o ON o.id = s.organization_id
    LEFT JOIN api_key k ON k.organization_id = s.organization_id AND k.id = s.owner_key_id
    WHERE s.id = ${subscriptionId}::uuid AND s.organization_id = ${organizationId}::uuid`
  return receiver ?? null
}

function whyNot({ active, triggerTypes, isOwnerActive }: Receiver, { kind, isTest }: LockedDelivery): WhyKept | null {
  if (!active) return 'gone'
  if (isOwnerActive === false) return 'keyInactive'
  // A test is explicit: it may precede the subscription to the real events.
  return isTest || triggerTypes.includes(kind) ? null : 'unsubscribed'
}

/** Uses up no attempt: the delivery is not due until the hold is lifted. */
async function keepBack(tx: Tx, { id, organizationId }: LockedDelivery, hold: Hold): Promise<DeliveryOutcome> {
  await tx.webhookDelivery.update({
    where: { id, organizationId },
    data: { reason: hold, nextAttemptAt: null },
  })
  return { state: 'ended' }
}

/** Final: reactivating the subscription later does not resume the delivery. */
async function cancel(tx: Tx, { id, organizationId }: LockedDelivery, reason: WhyKept): Promise<DeliveryOutcome> {
  await tx.webhookDelivery.update({
    where: { id, organizationId },
    data: { status: 'cancelled', reason, nextAttemptAt: null, endedAt: now() },
  })
  return { state: 'ended' }
}
