import { DAY_MS } from './clock'
import { db } from './db'
import { ValidationError } from './errors'
import { localizableMessage } from './messages/localizable-message'
import { readDayStarts, resolveDatabaseTimeZone } from './time-zone-queries'
import { Day, isRuntimeTimeZone } from './validation/schema'

/*
 * Time zones of organizations. The database resolves names (valid_time_zone) and treats unknown ones as UTC, so that one bad setting breaks
 * neither a page nor a query over all organizations.
 */

const resolvedZones = new Map<string, string>()

/** The zone of this name, or UTC if the database or this runtime does not know it. */
export async function resolveTimeZone(name: string): Promise<string> {
  const cached = resolvedZones.get(name)
  if (cached !== undefined) return cached
  const known = await resolveDatabaseTimeZone(name)
  const zone = isRuntimeTimeZone(known) ? known : 'UTC'
  resolvedZones.set(name, zone)
  return zone
}

/**
 * Validates a zone against the database, in addition to the schema. No-op for null or undefined.
 * @throws {ValidationError} under `timeZone`
 */
export async function requireTimeZone(name: string | null | undefined): Promise<void> {
  if (name === null || name === undefined) return
  if ((await resolveDatabaseTimeZone(name)).toLowerCase() !== name.toLowerCase())
    throw new ValidationError({ timeZone: [localizableMessage('value.timeZone')] })
}

export async function getOrganizationTimeZone(organizationId: string): Promise<string> {
  const { timeZone } = await db.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { timeZone: true },
  })
  return resolveTimeZone(timeZone)
}

/** Formats times as local ones, to the minute, for a cell of a file. */
export function createLocalTimeFormatter(timeZone: string): (at: string | Date) => { isoDate: string } {
  // The Swedish locale formats times as in ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
  return (at) => ({ isoDate: format.format(new Date(at)).replace(' ', 'T') })
}

type Dates = { start_date?: string | undefined; end_date?: string | undefined }

export type LocalDayRange = { from: string | null; to: string | null; timeZone: string }

/**
 * Resolves the dates of a dashboard filter: a bare day is in the organization's time zone, in which the dashboard shows every time. In the
 * API a bare day is in UTC.
 * @returns timestamps instead of days; `days` only if all given dates were days
 */
export async function resolveFilterDates(
  organizationId: string,
  { start_date: start, end_date: end }: Dates,
): Promise<{ start_date?: string; end_date?: string; days?: LocalDayRange }> {
  const dates = { ...(start !== undefined && { start_date: start }), ...(end !== undefined && { end_date: end }) }
  const [from, to] = [Day.safeParse(start).data ?? null, Day.safeParse(end).data ?? null]
  if (!from && !to) return dates
  const dayStarts = await readDayStarts(organizationId, [from, to && dayAfter(to)])
  if (!dayStarts) return dates
  const { timeZone, starts } = dayStarts
  const [begins, ends] = starts
  return {
    ...dates,
    ...(begins && { start_date: begins.toISOString() }),
    // Minus 1 ms, because an `end_date` timestamp is inclusive.
    ...(ends && { end_date: new Date(ends.getTime() - 1).toISOString() }),
    ...(!start === !from && !end === !to && { days: { from: from ?? null, to: to ?? null, timeZone: timeZone } }),
  }
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
}
