import pLimit from 'p-limit'
import { realNow } from '../../clock'
import { db } from '../../db'
import { env } from '../../env'
import { withLease } from '../../jobs/lease'
import { withFairShare } from '../../jobs/with-fair-share'
import { log } from '../../log'
import { type SafeRequestOptions, safePost } from '../../outbound/safe-request'
import { decryptSigningSecrets } from '../subscriptions/secrets'
import type { AttemptResult, ClaimedAttempt, FinishedAttempt } from './claimed-attempt'
import { handleUnclaimableDelivery } from './handle-unclaimable-delivery'
import { recordResultsAndClaimAttempts } from './queries'
import { isFinalFailure, recordFinalFailure } from './record-final-failure'
import { buildDeliveryHeaders, getOriginalDeliveryId, signPayload, signStandardWebhook } from './signature'

/**
 * Hundreds of requests to receivers may be in progress at once. Their database work uses at most half of the pool, so that page
 * requests find free connections.
 */
export const databaseLimiter = pLimit(Math.max(1, Math.floor(env.databasePoolMax / 2)))

type DeliveryState = { state: 'ended' } | { state: 'waiting'; nextAttemptAt: Date }

/**
 * Makes the next attempt of a delivery if it is due, and returns whether it has ended or when to check again. The rows decide,
 * so calling it too often, too early or concurrently is safe. Failures of receivers are outcomes, not errors.
 */
export async function attemptDelivery(
  organizationId: string,
  deliveryId: string,
  options: SafeRequestOptions = {},
): Promise<DeliveryState> {
  await withLease({
    acquire: () => withDatabaseSlot(organizationId, () => claimDelivery(organizationId, deliveryId)),
    perform: (claim) => sendAttempt(claim, options),
    complete: (claim, result) => recordAttempt({ claim, result }),
  })
  return readState(organizationId, deliveryId)
}

async function claimDelivery(organizationId: string, deliveryId: string): Promise<ClaimedAttempt | null> {
  const wanted = { capacity: 1, only: deliveryId }
  const { claims, blockedDeliveryIds } = await recordResultsAndClaimAttempts(organizationId, [], wanted)
  if (blockedDeliveryIds.length === 0) return claims[0] ?? null
  const interrupted = await handleUnclaimableDelivery(organizationId, deliveryId)
  if (interrupted) await record(interrupted)
  return null
}

export async function sendAttempt(claim: ClaimedAttempt, options: SafeRequestOptions = {}): Promise<AttemptResult> {
  const result = await send(claim, options)
  const { organizationId, deliveryId, kind } = claim
  const { status, error, durationMs } = result
  log.info({ organizationId, deliveryId, kind, status, error, durationMs }, 'webhook attempt')
  return result
}

async function send(claim: ClaimedAttempt, options: SafeRequestOptions): Promise<AttemptResult> {
  const secrets = decryptSigningSecrets(claim.subscriptionId, claim)
  if (secrets.length === 0) return { ok: false, error: 'SECRET_UNREADABLE', durationMs: 0 }
  const [sent, at] = [{ ...claim, id: claim.deliveryId }, realNow()]
  const signature = signPayload(claim.body, secrets, at)
  const standard = signStandardWebhook({ id: getOriginalDeliveryId(sent), body: claim.body }, secrets, at)
  const headers = buildDeliveryHeaders(sent, signature, standard)
  return { ...(await safePost({ url: claim.hookUrl, headers, body: claim.body }, options)), signature }
}

export function recordAttempt(attempted: FinishedAttempt): Promise<void> {
  return withDatabaseSlot(attempted.claim.organizationId, () => record(attempted))
}

async function record(attempted: FinishedAttempt): Promise<void> {
  if (isFinalFailure(attempted)) return recordFinalFailure(attempted)
  const { organizationId, deliveryId } = attempted.claim
  const { lateResults } = await recordResultsAndClaimAttempts(organizationId, [attempted], { capacity: 0 })
  if (lateResults > 0) log.warn({ organizationId, deliveryId }, 'a webhook attempt was reported too late')
}

async function readState(organizationId: string, id: string): Promise<DeliveryState> {
  const delivery = await db.webhookDelivery.findFirst({ where: { id, organizationId } })
  if (delivery?.status !== 'pending' || !delivery.nextAttemptAt) return { state: 'ended' }
  return { state: 'waiting', nextAttemptAt: delivery.nextAttemptAt }
}

function withDatabaseSlot<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
  return withFairShare(organizationId, () => databaseLimiter(work))
}
