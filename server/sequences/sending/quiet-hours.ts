/** Minutes after midnight, local: nothing is sent from `start` until `end`; past midnight when `end` is the smaller. */
export type QuietHours = { start: number; end: number; timeZone: string }

const DAY_MINUTES = 1440

/**
 * When a message that is due at `at` may leave: `at` itself outside the quiet hours, else the first minute after them by
 * the clock on the wall, whatever daylight saving does to that night.
 */
export function afterQuietHours(at: Date, quiet: QuietHours): Date {
  if (!isQuiet(at, quiet)) return at
  const local = wallClock(at, quiet.timeZone)
  const untilEnd = (quiet.end - local.minutes + DAY_MINUTES) % DAY_MINUTES
  // The wall shows this at the end; the offset there may differ from the offset now.
  const wallEnd = local.asUtc + untilEnd * MINUTE_MS
  let end = wallEnd - offsetAt(wallEnd - offsetAt(at.getTime(), quiet.timeZone), quiet.timeZone)
  // An end that the clock skips, or shows twice: the first minute that is not quiet.
  while (isQuiet(new Date(end), quiet)) end += MINUTE_MS
  while (end - MINUTE_MS > at.getTime() && !isQuiet(new Date(end - MINUTE_MS), quiet)) end -= MINUTE_MS
  return new Date(end)
}

function isQuiet(at: Date, { start, end, timeZone }: QuietHours): boolean {
  const { minutes } = wallClock(at, timeZone)
  return start <= end ? minutes >= start && minutes < end : minutes >= start || minutes < end
}

/** What the clock on the wall shows: minutes after midnight, and the same reading as if it were UTC, whole minutes. */
function wallClock(at: Date, timeZone: string): { minutes: number; asUtc: number } {
  const parts = Object.fromEntries(
    formatterFor(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0 } = parts
  return { minutes: hour * 60 + minute, asUtc: Date.UTC(year, month - 1, day, hour, minute) }
}

/** Milliseconds by which the wall is ahead of UTC. */
function offsetAt(instant: number, timeZone: string): number {
  return wallClock(new Date(instant), timeZone).asUtc - Math.floor(instant / MINUTE_MS) * MINUTE_MS
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** A time zone that this runtime does not know counts as UTC: a message a few hours off beats one never sent. */
function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const held = formatters.get(timeZone)
  if (held) return held
  const made = zoneFormatter(timeZone) ?? zoneFormatter('UTC')
  if (!made) throw new Error('this runtime has no UTC')
  formatters.set(timeZone, made)
  return made
}

function zoneFormatter(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

import { MINUTE_MS } from '../../clock'
