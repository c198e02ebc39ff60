import { now } from '../clock'
import { db, type Tx } from '../db'
import type { Outcome } from '../messaging/message'
import { type DayOfUse, earnedQuota } from './quota'
import type { DailyUse } from './schema'

const DAY_MS = 24 * 60 * 60 * 1000

/** Why no more messages leave today. */
export type UsedUp = { limit: number; until: Date }

/**
 * Counts one message that is about to be claimed, in the claim's transaction and in one statement that no parallel claim
 * can pass: never one more than the day allows.
 * @returns null when it may leave, else how many the day allowed and when the next one begins.
 */
export async function countMessage(tx: Tx, organizationId: string, at: Date): Promise<UsedUp | null> {
  const day = dayOf(at)
  if (await countOne(tx, organizationId, day)) return null
  await openDay(tx, organizationId, day)
  if (await countOne(tx, organizationId, day)) return null
  const [{ allowed } = { allowed: null }] = await tx.$queryRaw<{ allowed: number | null }[]>`
    SELECT allowed FROM daily_use WHERE organization_id = ${organizationId}::uuid AND day = ${day}::date`
  return { limit: allowed ?? 0, until: new Date(Date.parse(day) + DAY_MS) }
}

/** What became of a counted message, on the day it was counted. What nobody took is given back. */
export async function recordUse(
  tx: Tx,
  organizationId: string,
  claimedAt: Date,
  state: Outcome['state'],
): Promise<void> {
  const givenBack = state === 'postponed' || state === 'refused' ? 1 : 0
  await tx.$executeRaw`
    UPDATE daily_use SET used = greatest(used - ${givenBack}::integer, 0),
      accepted = accepted + ${state === 'accepted' ? 1 : 0}::integer, bounced = bounced + ${state === 'bounced' ? 1 : 0}::integer
    WHERE organization_id = ${organizationId}::uuid AND day = ${dayOf(claimedAt)}::date`
}

/** Today, and what it allows. */
export async function getDailyUse(organizationId: string): Promise<DailyUse> {
  const day = dayOf(now())
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
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

async function countOne(tx: Tx, organizationId: string, day: string): Promise<boolean> {
  const counted = await tx.$executeRaw`
    UPDATE daily_use SET used = used + 1
    WHERE organization_id = ${organizationId}::uuid AND day = ${day}::date AND (allowed IS NULL OR used < allowed)`
  return counted === 1
}
