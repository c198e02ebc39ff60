export const FIRST_DAY_QUOTA = 200
const QUOTA_MIN = 50
const QUOTA_MAX = 100_000
const BOUNCE_RATE_MIN_MESSAGES = 20
const BOUNCE_RATE_MAX = 0.05
const COMPLAINT_RATE_MAX = 0.001

export type DailyUsageStats = { allowed: number; accepted: number; bounced: number; complained: number }

/**
 * Messages per UTC day for an organization with an earned quota: 200 on the first day; then the limit of the last day with messages plus
 * the messages accepted that day, so at most double; 100,000 at most. Half, but not under 50, after a day with more than 5 % bounces of at
 * least 20 messages, or more than 0.1 % complaints.
 * Bounces are permanent refusals of the recipient by the mail server. Complaints reach the operator through their mail provider and count
 * on the day when they are recorded (org:record-complaints).
 * @param lastDay the newest previous day with messages or complaints; null if there is none
 */
export function calculateEarnedQuota(lastDay: DailyUsageStats | null): number {
  if (lastDay === null) return FIRST_DAY_QUOTA
  const { allowed, accepted, bounced, complained } = lastDay
  const sent = accepted + bounced
  const exceedsBounceRate = sent >= BOUNCE_RATE_MIN_MESSAGES && bounced > sent * BOUNCE_RATE_MAX
  const exceedsComplaintRate = complained > sent * COMPLAINT_RATE_MAX
  const next =
    exceedsBounceRate || exceedsComplaintRate ? Math.floor(allowed / 2) : allowed + Math.min(accepted, allowed)
  return Math.min(Math.max(next, QUOTA_MIN), QUOTA_MAX)
}
