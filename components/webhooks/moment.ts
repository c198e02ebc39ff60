/**
 * The moment that a clock on the wall of a time zone shows: `2026-11-21T14:30` in Europe/Paris is 13:30 UTC. Where the
 * clock is changed, an hour that occurs twice is read as either of the two. By hand, and not with Temporal as on the
 * server, because one field of one dialog is not worth twenty kilobytes in the browser.
 * @param wall as a `datetime-local` input gives it. @returns null when it is no date and time.
 */
export function zonedMoment(wall: string, timeZone: string): Date | null {
  const asUtc = Date.parse(`${wall}Z`)
  if (wall === '' || Number.isNaN(asUtc)) return null
  const first = asUtc - offsetMs(asUtc, timeZone)
  return new Date(asUtc - offsetMs(first, timeZone))
}

/** How far the zone is ahead of UTC at a moment. */
function offsetMs(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value)
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return wall - Math.floor(at / 1000) * 1000
}
