import { Temporal } from 'temporal-polyfill'

/** Local minutes after midnight: nothing is sent from `start` until `end`; spans midnight if `end` is smaller. */
export type QuietHours = { start: number; end: number; timeZone: string }

/**
 * When a message due at `at` may be sent: `at` itself outside the quiet hours, else the first minute after them in local time,
 * also across DST changes.
 */
export function afterQuietHours(at: Date, quiet: QuietHours): Date {
  let moment = onTheWall(at, quiet.timeZone)
  if (!isQuiet(moment, quiet)) return at
  // Repeats only where DST skips the whole gap between two quiet periods.
  do moment = nextEnd(moment, quiet.end)
  while (isQuiet(moment, quiet))
  return new Date(moment.epochMilliseconds)
}

function isQuiet({ hour, minute }: Temporal.ZonedDateTime, { start, end }: QuietHours): boolean {
  const minutes = hour * 60 + minute
  return start <= end ? minutes >= start && minutes < end : minutes >= start || minutes < end
}

/** The first moment after this one at which local time reaches the end, or has skipped it. */
function nextEnd(moment: Temporal.ZonedDateTime, end: number): Temporal.ZonedDateTime {
  const time = Temporal.PlainTime.from({ hour: Math.floor(end / 60), minute: end % 60 })
  const isToday = Temporal.PlainTime.compare(moment.toPlainTime(), time) < 0
  const wall = moment
    .toPlainDate()
    .add({ days: isToday ? 0 : 1 })
    .toPlainDateTime(time)
  const first = wall.toZonedDateTime(moment.timeZoneId)
  // DST skips it: use the first minute after the gap.
  if (!first.toPlainDateTime().equals(wall)) return first.getTimeZoneTransition('previous') ?? first
  // DST repeats it, and the first occurrence is over.
  if (first.epochMilliseconds <= moment.epochMilliseconds)
    return wall.toZonedDateTime(moment.timeZoneId, { disambiguation: 'later' })
  return first
}

/** Cached, because a failing lookup costs ten times as much as a successful one. */
const unknownZones = new Set<string>()

/** Treats a time zone that this runtime does not know as UTC: a message a few hours off beats one never sent. */
function onTheWall(at: Date, timeZone: string): Temporal.ZonedDateTime {
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
