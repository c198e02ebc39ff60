import { Temporal } from 'temporal-polyfill'

/** Local minutes after midnight: nothing is sent from `start` until `end`; spans midnight if `end` is smaller. */
export type QuietHours = { start: number; end: number; timeZone: string }

/**
 * When a message due at `at` may be sent: `at` itself outside the quiet hours, else the first minute after them in local time,
 * also across DST changes.
 */
export function deferPastQuietHours(at: Date, quiet: QuietHours): Date {
  let moment = toLocalTime(at, quiet.timeZone)
  if (!isQuiet(moment, quiet)) return at
  // Repeats only where DST skips the whole gap between two quiet periods.
  do moment = nextQuietEnd(moment, quiet.end)
  while (isQuiet(moment, quiet))
  return new Date(moment.epochMilliseconds)
}

function isQuiet({ hour, minute }: Temporal.ZonedDateTime, { start, end }: QuietHours): boolean {
  const minutes = hour * 60 + minute
  return start <= end ? minutes >= start && minutes < end : minutes >= start || minutes < end
}

function nextQuietEnd(moment: Temporal.ZonedDateTime, end: number): Temporal.ZonedDateTime {
  const time = Temporal.PlainTime.from({ hour: Math.floor(end / 60), minute: end % 60 })
  const isToday = Temporal.PlainTime.compare(moment.toPlainTime(), time) < 0
  const localEnd = moment
    .toPlainDate()
    .add({ days: isToday ? 0 : 1 })
    .toPlainDateTime(time)
  const instant = localEnd.toZonedDateTime(moment.timeZoneId)
  // DST skips it: use the first minute after the gap.
  if (!instant.toPlainDateTime().equals(localEnd)) return instant.getTimeZoneTransition('previous') ?? instant
  // DST repeats it, and the first occurrence is over.
  if (instant.epochMilliseconds <= moment.epochMilliseconds)
    return localEnd.toZonedDateTime(moment.timeZoneId, { disambiguation: 'later' })
  return instant
}

const unknownZones = new Set<string>()

export function toLocalTime(at: Date, timeZone: string): Temporal.ZonedDateTime {
  const instant = Temporal.Instant.fromEpochMilliseconds(at.getTime())
  if (unknownZones.has(timeZone)) return instant.toZonedDateTimeISO('UTC')
  try {
    return instant.toZonedDateTimeISO(timeZone)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    unknownZones.add(timeZone)
    return instant.toZonedDateTimeISO('UTC')
  }
}
