import { DAY_MS, now } from '../clock'
import { db, type Tx } from '../db'
import type { Outcome } from '../messaging/message'
import { type DayOfUse, earnedQuota } from './quota'
import type { DailyUse } from './schema'

export type UsedUp = { limit: number; until: Date }

/**
 * Reserves quota for messages about to be claimed, in the transaction of the claims and atomically with concurrent claims: the daily quota
 * is never exceeded.
 * @param units of each message (messageUnits), in sending order
 * @returns how many messages may be sent, from the first; if not all, the day's limit and the start of the next day
 */
export async function countMessages(
  tx: Tx,
  organizationId: string,
  at: Date,
  units: readonly number[],
): Promise<{ granted: number; usedUp: UsedUp | null }> {
  const day = utcDay(at)
  const first = await countUpTo(tx, organizationId, day, units)
  if (first?.granted === units.length) return { granted: units.length, usedUp: null }
  await openDay(tx, organizationId, day)
  const rest = units.slice(first?.granted ?? 0)
  const second = await countUpTo(tx, organizationId, day, rest)
  const granted = (first?.granted ?? 0) + (second?.granted ?? 0)
  if (granted === units.length) return { granted, usedUp: null }
  return { granted, usedUp: { limit: second?.allowed ?? 0, until: new Date(Date.parse(day) + DAY_MS) } }
}

export type CountedOutcome = { claimedAt: Date; state: Outcome['state']; units: number }

/** Records outcomes on the day when each message was counted. Refunds messages that no provider accepted. */
export async function recordUse(tx: Tx, organizationId: string, outcomes: readonly CountedOutcome[]): Promise<void> {
  for (const day of new Set(outcomes.map(({ claimedAt }) => utcDay(claimedAt)))) {
    const ofDay = outcomes.filter(({ claimedAt }) => utcDay(claimedAt) === day)
    const sum = (...wanted: Outcome['state'][]) =>
      ofDay.reduce((total, { state, units }) => total + (wanted.includes(state) ? units : 0), 0)
    await tx.$executeRaw`
      UPDATE daily_use SET used = greatest(used - ${sum('postponed', 'refused')}::integer, 0),
        accepted = accepted + ${sum('accepted')}::integer, bounced = bounced + ${sum('bounced')}::integer
      WHERE organization_id = ${organizationId}::uuid AND day = ${day}::date`
  }
}

/** Records a bounce of an accepted message on the current day, so that it affects the next day's earned quota, however late it arrives. */
export async function recordLateBounce(tx: Tx, organizationId: string, claimedAt: Date): Promise<void> {
  const today = utcDay(now())
  await openDay(tx, organizationId, today)
  await tx.$executeRaw`
    UPDATE daily_use SET accepted = CASE WHEN day = ${utcDay(claimedAt)}::date THEN greatest(accepted - 1, 0) ELSE accepted END,
      bounced = bounced + 1
    WHERE organization_id = ${organizationId}::uuid AND day = ${today}::date`
}

export async function getDailyUse(organizationId: string): Promise<DailyUse> {
  const day = utcDay(now())
  const row = await db.dailyUse.findUnique({ where: { organizationId_day: { organizationId, day: new Date(day) } } })
  return {
    used: row?.used ?? 0,
    limit: row ? row.allowed : (await allowanceOn(db, organizationId, day)).allowed,
    resetsAt: new Date(Date.parse(day) + DAY_MS).toISOString(),
  }
}

export async function openDay(tx: Tx, organizationId: string, day: string): Promise<number | null> {
  const { allowed, ownerId } = await allowanceOn(tx, organizationId, day)
  await tx.$executeRaw`
    INSERT INTO daily_use (organization_id, day, allowed, owner_id)
    VALUES (${organizationId}::uuid, ${day}::date, ${allowed}::integer, ${ownerId}::uuid)
    ON CONFLICT (organization_id, day) DO UPDATE SET allowed = excluded.allowed, owner_id = excluded.owner_id`
  return allowed
}

/** @property ownerId whose new organizations share the first day's quota; null for an earned, fixed or unlimited quota */
type Allowance = { allowed: number | null; ownerId: string | null }

/** The limit of a day by the organization's quota rule, regardless of usage. */
async function allowanceOn(tx: Tx, organizationId: string, day: string): Promise<Allowance> {
  const organization = await tx.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { quotaEarned: true, quotaPerDay: true },
  })
  if (!organization.quotaEarned) return { allowed: organization.quotaPerDay, ownerId: null }
  const last = await tx.dailyUse.findFirst({
    where: { organizationId, day: { lt: new Date(day) }, allowed: { not: null } },
    orderBy: { day: 'desc' },
  })
  if (last === null) return { allowed: earnedQuota(null), ownerId: await findFirstOwner(tx, organizationId) }
  const hasShared = last.ownerId !== null && (await countSharing(tx, last.ownerId, last.day)) > 1
  // After a shared day, each organization earns from its own usage.
  return {
    allowed: earnedQuota({ ...(last as DayOfUse), ...(hasShared ? { allowed: last.used } : {}) }),
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

function countSharing(tx: Tx, ownerId: string, day: Date): Promise<number> {
  return tx.dailyUse.count({ where: { ownerId, day, used: { gt: 0 } } })
}

/** `2026-11-22`, UTC. */
export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/**
 * Counts messages, from the first, up to the remaining quota. Locks rows that share a first day's quota together, in a fixed order.
 * @returns undefined if the day has no row yet
 */
async function countUpTo(
  tx: Tx,
  organizationId: string,
  day: string,
  units: readonly number[],
): Promise<{ granted: number; allowed: number | null } | undefined> {
  const [counted] = await tx.$queryRaw<{ granted: number; allowed: number | null }[]>`
    WITH locked AS (
      SELECT organization_id, allowed, used FROM daily_use
      WHERE day = ${day}::date AND (organization_id = ${organizationId}::uuid
        OR owner_id = (SELECT owner_id FROM daily_use WHERE organization_id = ${organizationId}::uuid AND day = ${day}::date))
      ORDER BY organization_id FOR UPDATE),
    room AS (
      SELECT max(allowed) FILTER (WHERE organization_id = ${organizationId}::uuid) AS allowed, sum(used) AS used FROM locked),
    message AS (
      SELECT position, sum(units) OVER (ORDER BY position) AS total
      FROM unnest(${[...units]}::integer[]) WITH ORDINALITY AS m(units, position)),
    granted AS (
      SELECT count(*)::integer AS messages, coalesce(max(total), 0)::integer AS units FROM message, room
      WHERE room.allowed IS NULL OR message.total <= room.allowed - room.used)
    UPDATE daily_use d SET used = d.used + g.units FROM granted g
    WHERE d.organization_id = ${organizationId}::uuid AND d.day = ${day}::date
    RETURNING g.messages AS granted, d.allowed`
  return counted
}
