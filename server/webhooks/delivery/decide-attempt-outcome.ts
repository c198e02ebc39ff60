import type { SafePostResult } from '../../outbound/safe-request'
import { MAX_ATTEMPTS } from '../constants'
import { retryDelayMs } from './retry-delay'

export const HTTP_GONE = 410

type AttemptOutcome = { status: 'succeeded' | 'failed' | 'pending'; deadLetter: boolean; nextAttemptAt: Date | null }

/**
 * What an attempt makes of its delivery: any 2xx succeeds, a 410 fails at once, the fifth failure is final, and any other failure is retried.
 * @param attempt 1 to 5.
 */
export function decideAttemptOutcome(
  attempt: number,
  result: Pick<SafePostResult, 'ok' | 'status' | 'retryAfter'>,
  at: Date,
): AttemptOutcome {
  if (result.ok) return { status: 'succeeded', deadLetter: false, nextAttemptAt: null }
  if (result.status === HTTP_GONE) return { status: 'failed', deadLetter: false, nextAttemptAt: null }
  if (attempt >= MAX_ATTEMPTS) return { status: 'failed', deadLetter: true, nextAttemptAt: null }
  const nextAttemptAt = new Date(at.getTime() + retryDelayMs(attempt, result, at))
  return { status: 'pending', deadLetter: false, nextAttemptAt }
}
