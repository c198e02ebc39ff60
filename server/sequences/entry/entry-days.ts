import { Temporal } from 'temporal-polyfill'
import type { DayCondition } from './queries'
import type { EntryCause } from './schema'

/** Local hour from which the people of a day enter. */
const ENTRY_HOUR = 9
/** Days that are made up for if the service did not run; older ones are left out. */
const LATE_DAYS_MAX = 3

export type DayCause = Extract<EntryCause, { type: 'date_reached' | 'recurring' }>

/**
 * The local days whose people enter now, and when to look next.
 * @param scannedThrough the last day that was done, as `YYYY-MM-DD`; null for a new rule, which begins with the next morning
 * @param timeZone a valid one
 */
export function findDueDays(
  at: Date,
  scannedThrough: string | null,
  timeZone: string,
): { days: string[]; through: string; nextScanAt: Date } {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
  const isMorningOver = local.hour >= ENTRY_HOUR
  const through = local.toPlainDate().subtract({ days: isMorningOver ? 0 : 1 })
  const next = through.add({ days: 1 }).toZonedDateTime({ timeZone, plainTime: { hour: ENTRY_HOUR } })
  const since = scannedThrough === null ? through : Temporal.PlainDate.from(scannedThrough)
  const missed = Math.min(since.until(through).days, LATE_DAYS_MAX)
  const days = Array.from({ length: Math.max(missed, 0) }, (_, n) =>
    through.subtract({ days: missed - 1 - n }).toString(),
  )
  const latest = Temporal.PlainDate.compare(since, through) > 0 ? since : through
  return { days, through: latest.toString(), nextScanAt: new Date(next.epochMilliseconds) }
}

/** The next `count` local days on which people enter. */
export function listNextDays(at: Date, timeZone: string, count: number): string[] {
  const { through } = findDueDays(at, null, timeZone)
  return Array.from({ length: count }, (_, n) =>
    Temporal.PlainDate.from(through)
      .add({ days: n + 1 })
      .toString(),
  )
}

/** What a contact must have to enter on a day. */
export function toDayCondition(cause: DayCause, day: string): DayCondition {
  if (cause.type === 'recurring') return { everyDays: cause.everyDays, slot: slotOfDay(day, cause.everyDays) }
  const { propertyKey, dayOffset, isYearly } = cause
  return { propertyKey, isYearly, dates: listPropertyDates(day, dayOffset, isYearly) }
}

export function slotOfDay(day: string, everyDays: number): number {
  return Temporal.PlainDate.from('1970-01-01').until(day).days % everyDays
}

/** The dates that are reached on a day. Of a year without 29 February, those of that day are reached on the 28th. */
function listPropertyDates(day: string, dayOffset: number, isYearly: boolean): string[] {
  const date = Temporal.PlainDate.from(day).subtract({ days: dayOffset })
  if (!isYearly) return [date.toString()]
  const monthDay = date.toString().slice(5)
  return monthDay === '02-28' && !date.inLeapYear ? [monthDay, '02-29'] : [monthDay]
}
