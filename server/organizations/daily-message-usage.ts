import { DAY_MS, now } from '../clock'
import { db, type Tx } from '../db'
import type { MessageOutcome } from '../messaging/message'
import { assessSendingRates } from '../sending-health/assess-sending-rates'
import { addDailyMessageOutcomes, reserveMessageQuotaUnits } from './queries'
import type { DailyMessageUsage } from './schema'

/**
 * Reserves quota for messages about to be claimed, in the transaction of the claims and atomically with concurrent claims: the daily quota
 * is never exceeded.
 * @param units of each message (countQuotaUnits), in sending order
 * @returns how many messages may be sent, from the first; if not all, the day's limit and the start of the next day
 */
export async function reserveMessageQuota(tx: Tx, organizationId: string, at: Date, units: readonly number[]) {
  const day = toUtcDay(at)
  const firstAttempt = await reserveMessageQuotaUnits(tx, organizationId, day, units)
  if (firstAttempt?.granted === units.length) return { granted: units.length, usedUp: null }
  await upsertDailyMessageUsage(tx, organizationId, day)
  const remaining = units.slice(firstAttempt?.granted ?? 0)
  const secondAttempt = await reserveMessageQuotaUnits(tx, organizationId, day, remaining)
  const granted = (firstAttempt?.granted ?? 0) + (secondAttempt?.granted ?? 0)
  if (granted === units.length) return { granted, usedUp: null }
  return { granted, usedUp: { limit: secondAttempt?.allowed ?? 0, until: new Date(Date.parse(day) + DAY_MS) } }
}

type CountedOutcome = { claimedAt: Date; state: MessageOutcome['state']; units: number }

/** Records outcomes on the day when each message was counted. Refunds messages that no provider accepted. */
export async function recordOutcomesInDailyUsage(
  tx: Tx,
  organizationId: string,
  outcomes: readonly CountedOutcome[],
): Promise<void> {
  for (const day of new Set(outcomes.map(({ claimedAt }) => toUtcDay(claimedAt)))) {
    const dayOutcomes = outcomes.filter(({ claimedAt }) => toUtcDay(claimedAt) === day)
    const sum = (...states: MessageOutcome['state'][]) =>
      dayOutcomes.reduce((total, { state, units }) => total + (states.includes(state) ? units : 0), 0)
    await addDailyMessageOutcomes(tx, organizationId, day, {
      refunded: sum('postponed', 'refused'),
      accepted: sum('accepted'),
      bounced: sum('bounced'),
    })
  }
}

/**
 * Corrects the counters when the outcome of a message changes after its provider accepted it. A bounce counts on the current day, so that it
 * affects the next day's earned quota, however late it is reported.
 * @param accepted 1 if it turned out that it was accepted, -1 if it counts no more as accepted; only for a message of this day
 */
export async function correctDailyMessageUsage(
  tx: Tx,
  organizationId: string,
  { claimedAt, accepted, bounced }: { claimedAt: Date; accepted: number; bounced: number },
): Promise<void> {
  const today = toUtcDay(now())
  const acceptedToday = toUtcDay(claimedAt) === today ? accepted : 0
  if (acceptedToday === 0 && bounced === 0) return
  // The upsert locked the row.
  const usage = await upsertDailyMessageUsage(tx, organizationId, today)
  await tx.dailyUsage.update({
    where: { organizationId_day: { organizationId, day: new Date(today) } },
    data: { bounced: { increment: bounced }, accepted: Math.max(usage.accepted + acceptedToday, 0) },
  })
}

export async function getDailyMessageUsage(organizationId: string): Promise<DailyMessageUsage> {
  const day = toUtcDay(now())
  const usage = await db.dailyUsage.findUnique({
    where: { organizationId_day: { organizationId, day: new Date(day) } },
  })
  return {
    used: usage?.used ?? 0,
    limit: usage ? usage.allowed : (await resolveAllowance(db, organizationId, day)).allowed,
    resetsAt: new Date(Date.parse(day) + DAY_MS).toISOString(),
  }
}

export async function upsertDailyMessageUsage(tx: Tx, organizationId: string, utc: string) {
  const day = new Date(utc)
  const where = { organizationId_day: { organizationId, day } }
  const { mayRise, ...allowance } = await resolveAllowance(tx, organizationId, utc)
  const stored = mayRise ? null : await tx.dailyUsage.findUnique({ where, select: { allowed: true } })
  return tx.dailyUsage.upsert({
    where,
    create: { organizationId, day, ...allowance },
    update: { ...allowance, allowed: lowestLimit(allowance.allowed, stored?.allowed ?? null) },
  })
}

/** Null is no limit. */
function lowestLimit(...limits: (number | null)[]): number | null {
  const numbers = limits.filter((limit) => limit !== null)
  return numbers.length === 0 ? null : Math.min(...numbers)
}

/** @property mayRise false on the day when sending was resumed (server/sending-health): its stored limit stays */
type Allowance = { allowed: number | null; ownerId: string | null; mayRise: boolean }

async function resolveAllowance(tx: Tx, organizationId: string, day: string): Promise<Allowance> {
  const { quotaEarned, quotaPerDay, sendingResumedAt } = await tx.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { quotaEarned: true, quotaPerDay: true, sendingResumedAt: true },
  })
  const mayRise = sendingResumedAt === null || toUtcDay(sendingResumedAt) !== day
  if (!quotaEarned) {
    const allowed = lowestLimit(quotaPerDay, await calculateSlowedQuota(tx, organizationId, day))
    return { allowed, ownerId: null, mayRise }
  }
  return { ...(await resolveEarnedAllowance(tx, organizationId, day)), mayRise }
}

/** Half of the messages of the last day with messages, if too many of them bounced or were marked as spam; else null. */
async function calculateSlowedQuota(tx: Tx, organizationId: string, day: string): Promise<number | null> {
  const where = { organizationId, day: { lt: new Date(day) }, used: { gt: 0 } }
  const lastDay = await tx.dailyUsage.findFirst({ where, orderBy: { day: 'desc' } })
  if (lastDay === null) return null
  const { accepted, bounced, complained, used } = lastDay
  const isGood = assessSendingRates({ sent: accepted + bounced, bounced, complained }).state === 'good'
  return isGood ? null : Math.max(Math.floor(used / 2), QUOTA_MIN)
}

async function resolveEarnedAllowance(
  tx: Tx,
  organizationId: string,
  day: string,
): Promise<{ allowed: number; ownerId: string | null }> {
  const lastDay = await tx.dailyUsage.findFirst({
    where: { organizationId, day: { lt: new Date(day) }, allowed: { not: null } },
    orderBy: { day: 'desc' },
  })
  if (lastDay === null)
    return { allowed: calculateEarnedMessageQuota(null), ownerId: await findFirstOwner(tx, organizationId) }
  const shared = { ownerId: lastDay.ownerId, day: lastDay.day, used: { gt: 0 } }
  const wasShared = lastDay.ownerId !== null && (await tx.dailyUsage.count({ where: shared })) > 1
  // After a shared day, each organization earns from its own usage.
  return {
    allowed: calculateEarnedMessageQuota({
      ...(lastDay as DailyUsageStats),
      ...(wasShared ? { allowed: lastDay.used } : {}),
    }),
    ownerId: null,
  }
}

async function findFirstOwner(tx: Tx, organizationId: string): Promise<string | null> {
  const owner = await tx.membership.findFirst({
    where: { organizationId, role: 'owner' },
    orderBy: { userId: 'asc' },
    select: { userId: true },
  })
  return owner?.userId ?? null
}

export function toUtcDay(at: Date): string {
  return at.toISOString().slice(0, 10)
}

export const FIRST_DAY_MESSAGE_QUOTA = 200
const QUOTA_MIN = 50
const QUOTA_MAX = 100_000
const BOUNCE_RATE_MIN_MESSAGES = 20
const BOUNCE_RATE_MAX = 0.05
const COMPLAINT_RATE_MAX = 0.001

type DailyUsageStats = { allowed: number; accepted: number; bounced: number; complained: number }

/**
 * Messages per UTC day for an organization with an earned quota: 200 on the first day; then the limit of the last day with messages plus
 * the messages accepted that day, so at most double; 100,000 at most. Half, but not under 50, after a day with more than 5 % bounces of at
 * least 20 messages, or more than 0.1 % complaints.
 * Bounces are permanent refusals of the recipient by the mail server. Complaints reach the operator through their mail provider and count
 * on the day when they are recorded (org:record-complaints).
 * @param lastDay the newest previous day with messages or complaints; null if there is none
 */
export function calculateEarnedMessageQuota(lastDay: DailyUsageStats | null): number {
  if (lastDay === null) return FIRST_DAY_MESSAGE_QUOTA
  const { allowed, accepted, bounced, complained } = lastDay
  const sent = accepted + bounced
  const exceedsBounceRate = sent >= BOUNCE_RATE_MIN_MESSAGES && bounced > sent * BOUNCE_RATE_MAX
  const exceedsComplaintRate = complained > sent * COMPLAINT_RATE_MAX
  const next =
    exceedsBounceRate || exceedsComplaintRate ? Math.floor(allowed / 2) : allowed + Math.min(accepted, allowed)
  return Math.min(Math.max(next, QUOTA_MIN), QUOTA_MAX)
}
