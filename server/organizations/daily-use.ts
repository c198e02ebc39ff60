import { DAY_MS, now } from '../clock'
import { db, type Tx } from '../db'
import type { Outcome } from '../messaging/message'
import { type DayOfUse, earnedQuota } from './quota'
import type { DailyUse } from './schema'

/** Why no more messages leave today. */
export type UsedUp = { limit: number; until: Date }

/**
 * Counts messages that are about to be claimed, in the claims' transaction and in one statement that no parallel claim can
 * pass: never one more than the day allows.
 * @returns how many may leave, and where that is fewer, how many the day allowed and when the next one begins.
 */
export async function countMessages(
  tx: Tx,
  organizationId: string,
  at: Date,
  count: number,
): Promise<{ granted: number; usedUp: UsedUp | null }> {
  const day = utcDay(at)
  const first = await countUpTo(tx, organizationId, day, count)
  if (first?.granted === count) return { granted: count, usedUp: null }
  await openDay(tx, organizationId, day)
  const second = await countUpTo(tx, organizationId, day, count - (first?.granted ?? 0))
  const granted = (first?.granted ?? 0) + (second?.granted ?? 0)
  if (granted === count) return { granted, usedUp: null }
  return { granted, usedUp: { limit: second?.allowed ?? 0, until: new Date(Date.parse(day) + DAY_MS) } }
}

/** What became of counted messages, each on the day it was counted. What nobody took is given back. */
export async function recordUse(
  tx: Tx,
  organizationId: string,
  outcomes: readonly { claimedAt: Date; state: Outcome['state'] }[],
): Promise<void> {
  for (const day of new Set(outcomes.map(({ claimedAt }) => utcDay(claimedAt)))) {
    const states = outcomes.flatMap(({ claimedAt, state }) => (utcDay(claimedAt) === day ? [state] : []))
    const count = (...wanted: Outcome['state'][]) => states.filter((state) => wanted.includes(state)).length
    await tx.$executeRaw`
      UPDATE daily_use SET used = greatest(used - ${count('postponed', 'refused')}::integer, 0),
        accepted = accepted + ${count('accepted')}::integer, bounced = bounced + ${count('bounced')}::integer
      WHERE organization_id = ${organizationId}::uuid AND day = ${day}::date`
  }
}

/** Today, and what it allows. */
export async function getDailyUse(organizationId: string): Promise<DailyUse> {
  const day = utcDay(now())
  const row = await db.dailyUse.findUnique({ where: { organizationId_day: { organizationId, day: new Date(day) } } })
  return {
    used: row?.used ?? 0,
    limit: row ? row.allowed : await allowanceOn(db, organizationId, day),
    resetsAt: new Date(Date.parse(day) + DAY_MS).toISOString(),
  }
}

/** The day's row as the organization's rule has it now, made when there is none. @returns what it allows. */
export async function openDay(tx: Tx, organizationId: string, day: string): Promise<number | null> {
  const allowed = await allowanceOn(tx, organizationId, day)
  await tx.$executeRaw`
    INSERT INTO daily_use (organization_id, day, allowed) VALUES (${organizationId}::uuid, ${day}::date, ${allowed}::integer)
    ON CONFLICT (organization_id, day) DO UPDATE SET allowed = excluded.allowed`
  return allowed
}

/** What the organization's rule allows on a day, whatever was counted on it. */
async function allowanceOn(tx: Tx, organizationId: string, day: string): Promise<number | null> {
  const organization = await tx.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { quotaEarned: true, quotaPerDay: true },
  })
  if (!organization.quotaEarned) return organization.quotaPerDay
  const last = await tx.dailyUse.findFirst({
    where: { organizationId, day: { lt: new Date(day) }, allowed: { not: null } },
    orderBy: { day: 'desc' },
  })
  return earnedQuota(last as DayOfUse | null)
}

/** `2026-11-22`, UTC. */
export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/** Undefined where the day has no row yet. */
async function countUpTo(
  tx: Tx,
  organizationId: string,
  day: string,
  count: number,
): Promise<{ granted: number; allowed: number | null } | undefined> {
  const [counted] = await tx.$queryRaw<{ granted: number; allowed: number | null }[]>`
    UPDATE daily_use d SET used = d.used + h.granted
    FROM (SELECT least(${count}::integer, greatest(coalesce(allowed - used, ${count}::integer), 0)) AS granted FROM daily_use
      WHERE organization_id = ${organizationId}::uuid AND day = ${day}::date FOR UPDATE) h
    WHERE d.organization_id = ${organizationId}::uuid AND d.day = ${day}::date
    RETURNING h.granted, d.allowed`
  return counted
}
