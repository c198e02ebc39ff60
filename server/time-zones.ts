import { db, queryRows } from './db'
import { ValidationError } from './errors'
import { Day, isKnownToRuntime } from './fields/schema'
import { sentence } from './messages/sentence'

/*
 * The clocks that organizations go by. What a time zone's name means is said by the database (known_time_zone): UTC where it does
 * not have it, so that neither a page nor a statement about everybody fails for one setting.
 */

/** SQL: by which clock an organization's responses are counted, and its days are meant. @param organization its id, in SQL. */
export const clockOf = (
  organization: string,
) => `(SELECT known_time_zone(coalesce(k.time_zone, o.time_zone)) FROM organization o
  LEFT JOIN response_tally_clock k ON k.organization_id = o.id WHERE o.id = ${organization})`

/** What each name means: neither the database nor this runtime learns of others while it runs. */
const meant = new Map<string, string>()

/** The time zone to show times by: the one of this name, or UTC where the database or this runtime does not have it. */
export async function knownTimeZone(name: string): Promise<string> {
  const before = meant.get(name)
  if (before !== undefined) return before
  const [row] = await queryRows<{ zone: string }>({
    name: 'known-time-zone',
    text: 'SELECT known_time_zone($1::text) AS zone',
    values: [name],
  })
  const zone = row !== undefined && isKnownToRuntime(row.zone) ? row.zone : 'UTC'
  meant.set(name, zone)
  return zone
}

/**
 * Before one is stored: what the schema let pass, the database must have, too. Nothing to say of one that is not given.
 * @throws {ValidationError} under `timeZone`.
 */
export async function requireTimeZone(name: string | null | undefined): Promise<void> {
  if (name === null || name === undefined) return
  const found = await queryRows<object>({
    name: 'is-time-zone',
    text: 'SELECT name FROM pg_timezone_names WHERE lower(name) = lower($1::text) LIMIT 1',
    values: [name],
  })
  if (found.length === 0) throw new ValidationError({ timeZone: [sentence('value.timeZone')] })
}

/** The time zone that an organization's times are shown by. */
export async function organizationTimeZone(organizationId: string): Promise<string> {
  const { timeZone } = await db.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { timeZone: true },
  })
  return knownTimeZone(timeZone)
}

/** `2026-11-25 02:31`, which spreadsheets of every language read as a time. */
export function localTimeFormat(timeZone: string): (at: string | Date) => string {
  // Swedish writes times as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
  return (at) => format.format(new Date(at))
}

/** The dates that a list is asked for: ISO days or timestamps. */
type Dates = { start_date?: string | undefined; end_date?: string | undefined }

/** The days that are meant, both of them in it, by which clock. Null: without a beginning or an end. */
export type OwnDays = { from: string | null; to: string | null; clock: string }

/**
 * What somebody in the dashboard means by dates: a bare day there is one of the organization's clock, as they see it beside every time.
 * Over the API it is one of UTC.
 * @returns moments instead of days, and `days` where all the dates that were given were days.
 */
export async function byOwnClock(
  organizationId: string,
  { start_date: start, end_date: end }: Dates,
): Promise<{ start_date?: string; end_date?: string; days?: OwnDays }> {
  const given = { ...(start !== undefined && { start_date: start }), ...(end !== undefined && { end_date: end }) }
  const [from, to] = [start, end].map((date) => Day.safeParse(date).data ?? null)
  if (!from && !to) return given
  const [moments] = await queryRows<{ clock: string; begins: Date | null; ends: Date | null }>({
    name: 'days-by-own-clock',
    text: `SELECT clock, day_begins($2::date, clock) AS begins, day_begins($3::date + 1, clock) AS ends
      FROM (SELECT ${clockOf('$1::uuid')} AS clock) c WHERE clock IS NOT NULL`,
    values: [organizationId, from, to],
  })
  if (!moments) return given
  const { clock, begins, ends } = moments
  return {
    ...given,
    ...(begins && { start_date: begins.toISOString() }),
    // The last of its milliseconds: a timestamp is in what it ends.
    ...(ends && { end_date: new Date(ends.getTime() - 1).toISOString() }),
    ...(!start === !from && !end === !to && { days: { from: from ?? null, to: to ?? null, clock } }),
  }
}
