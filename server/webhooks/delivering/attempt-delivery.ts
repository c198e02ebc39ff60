import pLimit from 'p-limit'
import { now } from '../../clock'
import { db } from '../../db'
import { env } from '../../env'
import { onSharedThread } from '../../jobs/shared-thread'
import { log } from '../../log'
import { type DialOptions, dial } from '../../outbound/dial'
import { signingSecrets } from '../subscriptions/secrets'
import type { Claim } from './claim'
import { claimAttempt } from './claim-attempt'
import { exchangeAttempts, isPlain } from './exchange-attempts'
import {
  type Attempted,
  type AttemptResult,
  type DeliveryOutcome,
  deliveryOutcome,
  recordResult,
} from './record-result'
import { deliveryHeaders, eventId } from './request-headers'
import { sign, signStandard } from './signature'

/**
 * Hundreds of requests to receivers may be in progress at once. Their database work uses at most half of the pool, so that page
 * requests find free connections.
 */
export const inRows = pLimit(Math.max(1, Math.floor(env.databasePoolMax / 2)))

/**
 * Makes the next attempt of a delivery if it is due, and returns whether it has ended or when to check again. The rows decide,
 * so calling it too often, too early or concurrently is safe. Failures of receivers are outcomes, not errors.
 */
export async function attemptDelivery(
  organizationId: string,
  deliveryId: string,
  options: DialOptions = {},
): Promise<DeliveryOutcome> {
  const claim = await inTurn(organizationId, () => claimOne(organizationId, deliveryId))
  if (claim.state !== 'claimed') return claim
  return recordAlone({ claim, result: await sendAttempt(claim, options) })
}

async function claimOne(organizationId: string, deliveryId: string): Promise<Claim | DeliveryOutcome> {
  const { claims } = await exchangeAttempts(organizationId, [], { room: 1, only: deliveryId })
  return claims[0] ?? claimAttempt(organizationId, deliveryId)
}

/** Errors while sending become the attempt's result. */
export async function sendAttempt(claim: Claim, options: DialOptions = {}): Promise<AttemptResult> {
  const result = await send(claim, options)
  const { organizationId, deliveryId, kind } = claim
  const { status, error, durationMs } = result
  log.info({ organizationId, deliveryId, kind, status, error, durationMs }, 'webhook attempt')
  return result
}

async function send(claim: Claim, options: DialOptions): Promise<AttemptResult> {
  const secrets = signingSecrets(claim)
  if (secrets.length === 0) return { ok: false, error: 'SECRET_UNREADABLE', durationMs: 0 }
  const [sent, at] = [{ ...claim, id: claim.deliveryId }, now()]
  const signature = sign(claim.body, secrets, at)
  const standard = signStandard({ id: eventId(sent), body: claim.body }, secrets, at)
  const headers = deliveryHeaders(sent, signature, standard)
  return { ...(await dial({ url: claim.hookUrl, headers, body: claim.body }, options)), signature }
}

export function recordAlone(attempted: Attempted): Promise<DeliveryOutcome> {
  const { organizationId, deliveryId } = attempted.claim
  return inTurn(organizationId, async () => {
    if (!isPlain(attempted)) return recordResult(attempted.claim, attempted.result)
    const { late } = await exchangeAttempts(organizationId, [attempted], { room: 0 })
    if (late > 0) log.warn({ organizationId, deliveryId }, 'a webhook attempt was reported too late')
    return whatIsLeft(organizationId, deliveryId)
  })
}

async function whatIsLeft(organizationId: string, id: string): Promise<DeliveryOutcome> {
  const delivery = await db.webhookDelivery.findFirst({ where: { id, organizationId } })
  return delivery ? deliveryOutcome(delivery) : { state: 'ended' }
}

function inTurn<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
  return onSharedThread(organizationId, () => inRows(work))
}
