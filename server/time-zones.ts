import { DAY_MS } from './clock'
import { db } from './db'
import { ValidationError } from './errors'
import { Day, isKnownToRuntime } from './fields/schema'
import { sentence } from './messages/sentence'
import { readDayStarts, readKnownTimeZone } from './time-zone-queries'

/*
 * Time zones of organizations. The database resolves names (valid_time_zone) and treats unknown ones as UTC, so that one bad setting breaks
 * neither a page nor a query over all organizations.
 */

/** Resolved names; the sets of known zones do not change while the process runs. */
const meant = new Map<string, string>()

/** The zone of this name, or UTC if the database or this runtime does not know it. */
export async function knownTimeZone(name: string): Promise<string> {
  const before = meant.get(name)
  if (before !== undefined) return before
  const known = await readKnownTimeZone(name)
  const zone = isKnownToRuntime(known) ? known : 'UTC'
  meant.set(name, zone)
  return zone
}

/**
 * Validates a zone against the database, in addition to the schema. No-op for null or undefined.
 * @throws {ValidationError} under `timeZone`
 */
export async function requireTimeZone(name: string | null | undefined): Promise<void> {
  if (name === null || name === undefined) return
  if ((await readKnownTimeZone(name)).toLowerCase() !== name.toLowerCase())
    throw new ValidationError({ timeZone: [sentence('value.timeZone')] })
}

export async function organizationTimeZone(organizationId: string): Promise<string> {
  const { timeZone } = await db.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { timeZone: true },
  })
  return knownTimeZone(timeZone)
}

/** `2026-11-25 02:31`, which spreadsheets in every language parse as a time. */
export function localTimeFormat(timeZone: string): (at: string | Date) => string {
  // The Swedish locale formats times as in ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
  return (at) => format.format(new Date(at))
}

type Dates = { start_date?: string | undefined; end_date?: string | undefined }

/** Inclusive range of days in the zone `clock`. Null: unbounded. */
export type OwnDays = { from: string | null; to: string | null; clock: string }

/**
 * Resolves the dates of a dashboard filter: a bare day is in the organization's time zone, in which the dashboard shows every time. In the
 * API a bare day is in UTC.
 * @returns timestamps instead of days; `days` only if all given dates were days
 */
export async function byOwnClock(
  organizationId: string,
  { start_date: start, end_date: end }: Dates,
): Promise<{ start_date?: string; end_date?: string; days?: OwnDays }> {
  const given = { ...(start !== undefined && { start_date: start }), ...(end !== undefined && { end_date: end }) }
  const [from, to] = [Day.safeParse(start).data ?? null, Day.safeParse(end).data ?? null]
  if (!from && !to) return given
  const moments = await readDayStarts(organizationId, [from, to && dayAfter(to)])
  if (!moments) return given
  const { clock, starts } = moments
  const [begins, ends] = starts
  return {
    ...given,
    ...(begins && { start_date: begins.toISOString() }),
    // Minus 1 ms, because an `end_date` timestamp is inclusive.
    ...(ends && { end_date: new Date(ends.getTime() - 1).toISOString() }),
    ...(!start === !from && !end === !to && { days: { from: from ?? null, to: to ?? null, clock } }),
  }
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
}
