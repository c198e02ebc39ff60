import { now } from '../../clock'
import type { Tx } from '../../db'
import { lockRow } from '../../locks'
import { log } from '../../log'
import { transact } from '../../unit-of-work'
import { queueFailureNotice } from '../failure-notices/queue-failure-notice'
import { auditSubscription } from '../subscriptions/subscription-rows'
import type { FinishedAttempt } from './claimed-attempt'
import { decideAttemptOutcome, HTTP_GONE } from './decide-attempt-outcome'
import { recordResultsAndClaimAttempts } from './queries'

export function isFinalFailure({ claim, result }: FinishedAttempt): boolean {
  return decideAttemptOutcome(claim.attempt, result, now()).status === 'failed'
}

/**
 * Records a failure that ends its delivery. After a 410 the subscription is deactivated; owners and admins are notified of both, but not
 * of a test, whose sender sees the result.
 */
export async function recordFinalFailure(attempted: FinishedAttempt): Promise<void> {
  const { organizationId, deliveryId, attemptId, subscriptionId } = attempted.claim
  await transact(async (work) => {
    const { tx } = work
    // Lock order: the subscription before the delivery.
    if (attempted.result.status !== HTTP_GONE)
      await lockRow(tx, 'webhook_subscription', organizationId, subscriptionId, 'KEY SHARE')
    else if (await deactivateSubscription(tx, organizationId, subscriptionId))
      await queueFailureNotice(work, organizationId, subscriptionId)
    const { lateResults } = await recordResultsAndClaimAttempts(organizationId, [attempted], { capacity: 0 })
    if (lateResults > 0) return log.warn({ organizationId, deliveryId }, 'a webhook attempt was reported too late')
    const attempt = await tx.webhookAttempt.findFirst({
      where: { organizationId, id: attemptId, deadLetter: true, delivery: { isTest: false } },
      select: { id: true },
    })
    if (attempt) await queueFailureNotice(work, organizationId, subscriptionId)
  })
}

async function deactivateSubscription(tx: Tx, organizationId: string, id: string): Promise<boolean> {
  const [row] = await tx.webhookSubscription.updateManyAndReturn({
    where: { id, organizationId, active: true },
    data: { active: false, deactivatedAt: now() },
    select: { id: true, hookUrl: true },
  })
  if (row) await auditSubscription(organizationId, 'webhook.deactivated', row)
  return row !== undefined
}
