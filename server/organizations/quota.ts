export const BASE_QUOTA = 200
const FLOOR = 50
const CEILING = 100_000
/** Fewer messages are not statistically meaningful. */
const BOUNCES_COUNT_FROM = 20
const BOUNCE_SHARE = 0.05
const COMPLAINT_SHARE = 0.001

export type DayOfUse = { allowed: number; accepted: number; bounced: number; complained: number }

/**
 * Messages per UTC day for an organization with an earned quota: 200 on the first day; then the limit of the last day with messages plus
 * the messages accepted that day, so at most double; 100,000 at most. Half, but not under 50, after a day with more than 5 % bounces of at
 * least 20 messages, or more than 0.1 % complaints.
 * Bounces are permanent refusals of the recipient by the mail server. Complaints reach the operator through their mail provider and count
 * on the day when they are recorded (org:record-complaints).
 * @param last the newest previous day with messages or complaints; null if there is none
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
