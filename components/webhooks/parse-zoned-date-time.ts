/**
 * Converts wall-clock time in a time zone to an instant: `2026-11-21T14:30` in Europe/Paris is 13:30 UTC. During DST changes an ambiguous
 * hour maps to either instant. Does not use Temporal, unlike the server, because that would add 20 kB to the browser bundle.
 * @param wall from a `datetime-local` input. @returns null if it is invalid.
 */
export function parseZonedDateTime(wall: string, timeZone: string): Date | null {
  const asUtc = Date.parse(`${wall}Z`)
  if (wall === '' || Number.isNaN(asUtc)) return null
  const first = asUtc - offsetMs(asUtc, timeZone)
  return new Date(asUtc - offsetMs(first, timeZone))
}

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
