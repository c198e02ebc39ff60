import { now } from '../../clock'
import { env } from '../../env'
import { BODY_TIMEOUT_MS, DIAL_TIMEOUT_MS, type DialResult } from '../../outbound/dial'
import type { AttemptName, Claim } from './attempt-claim'
import { attemptOutcome } from './decide-attempt-outcome'
import { exchange, type Recorded } from './queries'

export const CLAIM_MS = DIAL_TIMEOUT_MS + BODY_TIMEOUT_MS + 8000

const RESPONSE_BODY_MAX_CHARACTERS = 4000

export type AttemptResult = Omit<DialResult, 'durationMs'> & { durationMs?: number; signature?: string }

export type Attempted = { claim: AttemptName & Pick<Claim, 'attempt'>; result: AttemptResult }

/**
 * @property blocked due deliveries that cannot be claimed as they are: see `unblockDelivery`
 * @property late results of removed deliveries, or of attempts given up as lost
 */
export type Round = {
  claims: Claim[]
  blocked: string[]
  late: number
}

type ClaimOptions = { room: number; except?: readonly string[]; only?: string }

/**
 * Records the results of attempts and claims the next ones, in one statement: one round trip and one commit. Attempts are claimed before the
 * first byte is sent, so that a crash can cause neither a duplicate nor a sixth attempt.
 * @param wanted.except deliveries to skip although they are due.
 * @param wanted.only this one, if it is due.
 */
export async function exchangeAttempts(
  organizationId: string,
  done: readonly Attempted[],
  { room, except = [], only }: ClaimOptions,
): Promise<Round> {
  const at = now()
  const rows = await exchange(
    organizationId,
    done.map((one) => toRecorded(one, at)),
    {
      at,
      room,
      except: [...except, ...done.map(({ claim }) => claim.deliveryId)],
      only,
      // Without a mail server no address can be verified, so verification is not required.
      requiresVerification: env.smtpUrl !== undefined,
      // An attempt that is still open after this time counts as interrupted.
      lostAt: new Date(at.getTime() + CLAIM_MS),
    },
  )
  return {
    claims: rows.flatMap(({ claim }) => (claim ? [{ ...claim, state: 'claimed', organizationId }] : [])),
    blocked: rows.flatMap(({ deliveryId, claim }) => (deliveryId === null || claim ? [] : [deliveryId])),
    late: rows[0]?.late ?? 0,
  }
}

function toRecorded({ claim, result }: Attempted, at: Date): Recorded {
  const { ok, status, error, durationMs, body, signature } = result
  return {
    deliveryId: claim.deliveryId,
    attemptId: claim.attemptId,
    ok,
    httpStatusCode: status ?? null,
    error: error ?? null,
    durationMs: durationMs ?? null,
    responseBody: body?.slice(0, RESPONSE_BODY_MAX_CHARACTERS).toWellFormed() ?? null,
    signature: signature ?? null,
    outcome: attemptOutcome(claim.attempt, result, at),
  }
}
