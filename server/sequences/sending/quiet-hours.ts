import { Temporal } from 'temporal-polyfill'

/** Minutes after midnight, local: nothing is sent from `start` until `end`; past midnight when `end` is the smaller. */
export type QuietHours = { start: number; end: number; timeZone: string }

/**
 * When a message that is due at `at` may leave: `at` itself outside the quiet hours, else the first minute after them by
 * the clock on the wall, whatever daylight saving does to that night.
 */
export function afterQuietHours(at: Date, quiet: QuietHours): Date {
  let moment = onTheWall(at, quiet.timeZone)
  if (!isQuiet(moment, quiet)) return at
  // Again only where the clock skips all that lies between two nights.
  do moment = nextEnd(moment, quiet.end)
  while (isQuiet(moment, quiet))
  return new Date(moment.epochMilliseconds)
}

function isQuiet({ hour, minute }: Temporal.ZonedDateTime, { start, end }: QuietHours): boolean {
  const minutes = hour * 60 + minute
  return start <= end ? minutes >= start && minutes < end : minutes >= start || minutes < end
}

/** The first moment after this one at which the wall shows the end, or has skipped it. */
function nextEnd(moment: Temporal.ZonedDateTime, end: number): Temporal.ZonedDateTime {
  const time = Temporal.PlainTime.from({ hour: Math.floor(end / 60), minute: end % 60 })
  const isToday = Temporal.PlainTime.compare(moment.toPlainTime(), time) < 0
  const wall = moment
    .toPlainDate()
    .add({ days: isToday ? 0 : 1 })
    .toPlainDateTime(time)
  const first = wall.toZonedDateTime(moment.timeZoneId)
  // The clock skips it: the first minute that it shows instead.
  if (!first.toPlainDateTime().equals(wall)) return first.getTimeZoneTransition('previous') ?? first
  // The clock shows it twice, and the first time is over.
  if (first.epochMilliseconds <= moment.epochMilliseconds)
    return wall.toZonedDateTime(moment.timeZoneId, { disambiguation: 'later' })
  return first
}

/** Refused once, and not asked for again: a refusal costs ten times as much as an answer. */
const unknownZones = new Set<string>()

/** A time zone that this runtime does not know counts as UTC: a message a few hours off beats one never sent. */
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
