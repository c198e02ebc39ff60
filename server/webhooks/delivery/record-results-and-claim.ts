import { now } from '../../clock'
import { env } from '../../env'
import { DIAL_TIMEOUT_MS, type DialResult, RESPONSE_BODY_TIMEOUT_MS } from '../../outbound/dial'
import type { AttemptClaim, AttemptRef } from './attempt-claim'
import { decideAttemptOutcome } from './decide-attempt-outcome'
import { type AttemptRecord, recordAndClaimRows } from './queries'

export const ATTEMPT_CLAIM_MS = DIAL_TIMEOUT_MS + RESPONSE_BODY_TIMEOUT_MS + 8000

const RESPONSE_BODY_MAX_CHARACTERS = 4000

export type AttemptResult = Omit<DialResult, 'durationMs'> & { durationMs?: number; signature?: string }

export type FinishedAttempt = { claim: AttemptRef & Pick<AttemptClaim, 'attempt'>; result: AttemptResult }

/**
 * @property blocked due deliveries that cannot be claimed as they are: see `unblockDelivery`
 * @property late results of removed deliveries, or of attempts given up as lost
 */
export type RecordAndClaimResult = {
  claims: AttemptClaim[]
  blockedDeliveryIds: string[]
  lateResults: number
}

type ClaimOptions = { capacity: number; except?: readonly string[]; only?: string }

/**
 * Records the results of attempts and claims the next ones, in one statement: one round trip and one commit. Attempts are claimed before the
 * first byte is sent, so that a crash can cause neither a duplicate nor a sixth attempt.
 * @param wanted.except deliveries to skip although they are due.
 * @param wanted.only this one, if it is due.
 */
export async function recordAndClaimAttempts(
  organizationId: string,
  done: readonly FinishedAttempt[],
  { capacity, except = [], only }: ClaimOptions,
): Promise<RecordAndClaimResult> {
  const at = now()
  const rows = await recordAndClaimRows(
    organizationId,
    done.map((one) => toRecorded(one, at)),
    {
      at,
      capacity,
      except: [...except, ...done.map(({ claim }) => claim.deliveryId)],
      only,
      // Without a mail server no address can be verified, so verification is not required.
      requiresVerification: env.smtpUrl !== undefined,
      // An attempt that is still open after this time counts as interrupted.
      lostAt: new Date(at.getTime() + ATTEMPT_CLAIM_MS),
    },
  )
  return {
    claims: rows.flatMap(({ claim }) => (claim ? [{ ...claim, state: 'claimed', organizationId }] : [])),
    blockedDeliveryIds: rows.flatMap(({ deliveryId, claim }) => (deliveryId === null || claim ? [] : [deliveryId])),
    lateResults: rows[0]?.late ?? 0,
  }
}

function toRecorded({ claim, result }: FinishedAttempt, at: Date): AttemptRecord {
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
    outcome: decideAttemptOutcome(claim.attempt, result, at),
  }
}
