import pLimit from 'p-limit'
import { now } from '../clock'
import { env } from '../env'
import { inThreadTurn } from '../jobs/thread-turn'
import { log } from '../log'
import { type Claim, claimAttempt } from './attempt-claim'
import { type DeliveryOutcome, recordResult } from './attempt-result'
import { type DialOptions, type DialResult, dial } from './dial'
import { DialFailure, wordsOf } from './dial-failure'
import { headersOf } from './request-headers'
import { signingSecrets } from './secrets'
import { sign } from './signature'

/**
 * Hundreds of receivers may be waited for at once; their rows take turns, so that half of the database's connections stay
 * free for those who ask for a page.
 */
const inTurn = pLimit(Math.max(1, Math.floor(env.databasePoolMax / 2)))

/**
 * Makes the next attempt of a delivery if one is due, and says what is left: nothing, or when to look again. The rows
 * decide, so calling it too often, too early or twice at once does no harm. Receivers' failures are outcomes, not errors.
 */
export async function attemptDelivery(
  organizationId: string,
  deliveryId: string,
  options: DialOptions = {},
): Promise<DeliveryOutcome> {
  const claim = await inThreadTurn(organizationId, () => inTurn(() => claimAttempt(organizationId, deliveryId)))
  if (claim.state !== 'claimed') return claim
  const result = await send(claim, options)
  const { status, error, durationMs } = result
  log.info({ organizationId, deliveryId, kind: claim.kind, status, error, durationMs }, 'webhook attempt')
  return inThreadTurn(organizationId, () => inTurn(() => recordResult(claim, result)))
}

async function send(claim: Claim, options: DialOptions): Promise<DialResult & { signature?: string }> {
  const secrets = signingSecrets(claim)
  if (secrets.length === 0) return { ok: false, error: wordsOf(new DialFailure('SECRET_UNREADABLE')), durationMs: 0 }
  const signature = sign(claim.body, secrets, now())
  const headers = headersOf({ ...claim, id: claim.deliveryId }, signature)
  return { ...(await dial({ url: claim.hookUrl, headers, body: claim.body }, options)), signature }
}
