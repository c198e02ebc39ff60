const DAY_MS = 86_400_000

/** Whether the end precedes the start; false if either is open. A date as the end includes the whole day. */
export function isInvertedRange(kind: 'date' | 'score', low: string, high: string): boolean {
  if (low === '' || high === '') return false
  if (kind === 'score') return Number(low) > Number(high)
  const isDay = high.length === 'YYYY-MM-DD'.length
  return Date.parse(low) >= Date.parse(high) + (isDay ? DAY_MS : 1)
}
