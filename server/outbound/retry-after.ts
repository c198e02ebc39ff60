export function parseRetryAfter(header: string | string[] | undefined, at: Date): number | null {
  if (typeof header !== 'string') return null
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - at.getTime()
  return Number.isFinite(ms) ? Math.max(ms, 0) : null
}
