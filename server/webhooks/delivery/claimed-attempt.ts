import { RESPONSE_BODY_TIMEOUT_MS, RESPONSE_HEADERS_TIMEOUT_MS, type SafePostResult } from '../../outbound/safe-request'

/** An attempt that is still open after this time counts as interrupted. */
export const ATTEMPT_CLAIM_MS = RESPONSE_HEADERS_TIMEOUT_MS + RESPONSE_BODY_TIMEOUT_MS + 8000

type AttemptRef = {
  organizationId: string
  deliveryId: string
  attemptId: string
  subscriptionId: string
  attempt: number
}

export type ClaimedAttempt = AttemptRef & {
  kind: string
  body: string
  resendOfId: string | null
  isTest: boolean
  hookUrl: string
  secretEncrypted: string
  previousSecretEncrypted: string | null
}

export type AttemptResult = Omit<SafePostResult, 'durationMs'> & { durationMs?: number; signature?: string }

export type FinishedAttempt = { claim: AttemptRef; result: AttemptResult }
