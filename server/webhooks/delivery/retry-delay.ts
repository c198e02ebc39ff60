import { MINUTE_MS } from '../../clock'
import { parseRetryAfter } from '../../outbound/retry-after'

const PAUSES_MS = [1, 5, 25, 125].map((minutes) => minutes * MINUTE_MS)
const JITTER = 0.1
const RETRY_AFTER_MAX_MS = 60 * MINUTE_MS

/**
 * The pause after a failed attempt, in milliseconds: ±10 % around the schedule, longer if a 429 or 503 asks for it, up to an
 * hour.
 * @param failed the number of the attempt, 1 to 4.
 */
export function retryDelayMs(
  failed: number,
  { status, retryAfter }: { status?: number; retryAfter?: string },
  at: Date,
  random = Math.random(),
): number {
  const pause = (PAUSES_MS[failed - 1] ?? PAUSES_MS.at(-1) ?? 0) * (1 + JITTER * (2 * random - 1))
  if (status !== 429 && status !== 503) return Math.round(pause)
  return Math.round(Math.max(pause, Math.min(parseRetryAfter(retryAfter, at) ?? 0, RETRY_AFTER_MAX_MS)))
}
