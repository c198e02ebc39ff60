import type { WebhookAttempt, WebhookDelivery } from '@/prisma/generated/client'
import { now } from '../../clock'
import type { Tx } from '../../db'
import { log } from '../../log'
import type { DialResult } from '../../outbound/dial'
import { transact, type Work } from '../../unit-of-work'
import { noteFailure } from '../notices/note-failure'
import { auditSubscription } from '../subscriptions/subscription-rows'
import type { AttemptName, Claim } from './claim'
import { MAX_ATTEMPTS, retryDelayMs } from './retry-delay'

const BODY_KEPT_CHARACTERS = 4000
/** The receiver permanently rejects all events at this address. */
export const GONE = 410

export type DeliveryOutcome = { state: 'ended' } | { state: 'waiting'; nextAttemptAt: Date }

/** @property signature the X-Service-Signature header as sent. */
export type AttemptResult = DialResult & { signature?: string }

export type Attempted = { claim: Claim; result: AttemptResult }

type Failure = Pick<DialResult, 'status' | 'error' | 'body' | 'retryAfter'> & {
  durationMs?: number
  signature?: string
}

/**
 * Records the result of an attempt, and schedules the next one. Ignores a delivery that was removed meanwhile, and an attempt
 * that was closed as lost.
 */
export async function recordResult(claim: AttemptName, result: AttemptResult): Promise<DeliveryOutcome> {
  const { organizationId, deliveryId, attemptId, subscriptionId } = claim
  return transact(async (work) => {
    const { tx } = work
    // Lock order: the subscription before the delivery.
    if (result.status === GONE && (await deactivate(tx, organizationId, subscriptionId)))
      await noteFailure(work, organizationId, subscriptionId)
    else if (!result.ok) await keepSubscription(tx, organizationId, subscriptionId)
    const delivery = await lockDelivery(tx, organizationId, deliveryId)
    const attempt = delivery && (await tx.webhookAttempt.findFirst({ where: { id: attemptId, organizationId } }))
    if (!attempt) return { state: 'ended' }
    if (attempt.finishedAt !== null) {
      log.warn({ deliveryId, attempt: attempt.attempt }, 'a webhook attempt was reported too late')
      return deliveryOutcome(delivery)
    }
    return result.ok ? recordSuccess(tx, delivery, attempt, result) : recordFailure(work, delivery, attempt, result)
  })
}

/** Closes a failed attempt. The fifth is final, and owners and admins are notified; a 410 is final at once, and no dead letter. */
export async function recordFailure(
  work: Work,
  delivery: LockedDelivery,
  attempt: WebhookAttempt,
  failure: Failure,
): Promise<DeliveryOutcome> {
  const { tx } = work
  const at = now()
  const isGone = failure.status === GONE
  const isPending = delivery.status === 'pending'
  const deadLetter = !isGone && isPending && attempt.attempt >= MAX_ATTEMPTS
  await closeAttempt(tx, attempt, { ...failure, success: false, deadLetter })
  // Cancelled while the attempt was in progress: only record the result.
  if (!isPending) return { state: 'ended' }
  const where = { id: delivery.id, organizationId: delivery.organizationId }
  if (isGone || deadLetter) {
    await tx.webhookDelivery.update({
      where,
      data: { status: 'failed', deadLetter, nextAttemptAt: null, endedAt: at },
    })
    // No notification for a test: its sender sees the result.
    if (deadLetter && !delivery.isTest) await noteFailure(work, delivery.organizationId, delivery.subscriptionId)
    return { state: 'ended' }
  }
  const nextAttemptAt = new Date(at.getTime() + retryDelayMs(attempt.attempt, failure, at))
  await tx.webhookDelivery.update({ where, data: { nextAttemptAt } })
  return { state: 'waiting', nextAttemptAt }
}

export type LockedDelivery = Pick<
  WebhookDelivery,
  | 'id'
  | 'organizationId'
  | 'subscriptionId'
  | 'kind'
  | 'body'
  | 'status'
  | 'attemptCount'
  | 'nextAttemptAt'
  | 'resendOfId'
  | 'isTest'
>

/** Null if the delivery was deleted with its subscription. */
export async function lockDelivery(tx: Tx, organizationId: string, deliveryId: string): Promise<LockedDelivery | null> {
  const [delivery] = await tx.$queryRaw<LockedDelivery[]>`
    SELECT id, organization_id AS "organizationId", subscription_id AS "subscriptionId", kind, body, status,
      attempt_count AS "attemptCount", next_attempt_at AS "nextAttemptAt", resend_of_id AS "resendOfId", is_test AS "isTest"
    FROM webhook_delivery WHERE id = ${deliveryId}::uuid AND organization_id = ${organizationId}::uuid FOR UPDATE`
  return delivery ?? null
}

/** A success counts even if the delivery was cancelled meanwhile. */
async function recordSuccess(
  tx: Tx,
  delivery: LockedDelivery,
  attempt: WebhookAttempt,
  result: AttemptResult,
): Promise<DeliveryOutcome> {
  await closeAttempt(tx, attempt, { ...result, success: true, deadLetter: false })
  await tx.webhookDelivery.update({
    where: { id: delivery.id, organizationId: delivery.organizationId },
    data: { status: 'succeeded', reason: null, nextAttemptAt: null, endedAt: now() },
  })
  return { state: 'ended' }
}

type Closed = Failure & { success: boolean; deadLetter: boolean }

async function closeAttempt(tx: Tx, { id, organizationId }: WebhookAttempt, closed: Closed): Promise<void> {
  const { status, success, deadLetter, error, durationMs, body, signature } = closed
  await tx.webhookAttempt.update({
    where: { id, organizationId },
    data: {
      httpStatusCode: status ?? null,
      success,
      deadLetter,
      error: error ?? null,
      durationMs: durationMs ?? null,
      responseBody: keptBody(body),
      signature: signature ?? null,
      finishedAt: now(),
    },
  })
}

export function keptBody(body: string | undefined): string | null {
  return body?.slice(0, BODY_KEPT_CHARACTERS).toWellFormed() ?? null
}

/** Matches by id: a row recreated for the same address must not be deactivated. @returns whether it was active before. */
async function deactivate(tx: Tx, organizationId: string, id: string): Promise<boolean> {
  const [row] = await tx.webhookSubscription.updateManyAndReturn({
    where: { id, organizationId, active: true },
    data: { active: false, deactivatedAt: now() },
    select: { id: true, hookUrl: true },
  })
  if (row) await auditSubscription(organizationId, 'webhook.deactivated', row)
  return row !== undefined
}

/** Locked against deletion: a failure may create a notification that references it. */
async function keepSubscription(tx: Tx, organizationId: string, id: string): Promise<void> {
  await tx.$queryRaw`SELECT id FROM webhook_subscription WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid FOR KEY SHARE`
}

export function deliveryOutcome({
  status,
  nextAttemptAt,
}: Pick<LockedDelivery, 'status' | 'nextAttemptAt'>): DeliveryOutcome {
  return status === 'pending' && nextAttemptAt ? { state: 'waiting', nextAttemptAt } : { state: 'ended' }
}
