/** What an organization that signed up by itself may send on its first day. */
export const BASE_QUOTA = 200
const FLOOR = 50
const CEILING = 100_000
/** Fewer say nothing of a list. */
const BOUNCES_COUNT_FROM = 20
const BOUNCE_SHARE = 0.05
const COMPLAINT_SHARE = 0.001

/** What came of a day's messages. */
export type DayOfUse = { allowed: number; accepted: number; bounced: number; complained: number }

/**
 * How many messages an organization may have a provider take on a UTC day, when it earns its quota: 200 on the first day
 * it sends; after that what the last day with messages allowed and, on top, what the provider took that day, so at most
 * the double; 100,000 at most. Half of it, but not under 50, after a day on which more than 5 % of at least 20 messages
 * bounced, or more than 0.1 % were complained of.
 *
 * Bounces are what this service learns: the mail server refused the recipient for good while the message was handed over.
 * Complaints it never hears of by itself: they reach the operator, whose mail provider is told of them, and count once
 * recorded (org:record-complaints), on the day they are recorded.
 * @param last the newest day before with messages or complaints; null when there is none.
 */
export function earnedQuota(last: DayOfUse | null): number {
  if (last === null) return BASE_QUOTA
  const { allowed, accepted, bounced, complained } = last
  const sent = accepted + bounced
  const isBouncing = sent >= BOUNCES_COUNT_FROM && bounced > sent * BOUNCE_SHARE
  const isUnwanted = complained > sent * COMPLAINT_SHARE
  const next = isBouncing || isUnwanted ? Math.floor(allowed / 2) : allowed + Math.min(accepted, allowed)
  return Math.min(Math.max(next, FLOOR), CEILING)
}
