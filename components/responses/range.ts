const DAY_MS = 86_400_000

/** Whether a range ends before it begins; one with an open end does not. A day is a whole one, as where it is asked for. */
export function isTurned(kind: 'date' | 'score', low: string, high: string): boolean {
  if (low === '' || high === '') return false
  if (kind === 'score') return Number(low) > Number(high)
  const isDay = high.length === 'YYYY-MM-DD'.length
  return Date.parse(low) >= Date.parse(high) + (isDay ? DAY_MS : 1)
}
