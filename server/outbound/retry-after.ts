/**
 * How long whoever answered wants to be left alone, in milliseconds: Retry-After is a number of seconds or an HTTP date (RFC 9110,
 * 10.2.3). 0 for one that has passed; null where it says neither.
 */
export function readRetryAfter(header: string | string[] | undefined, at: Date): number | null {
  if (typeof header !== 'string') return null
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - at.getTime()
  return Number.isFinite(ms) ? Math.max(ms, 0) : null
}
