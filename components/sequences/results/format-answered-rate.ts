import { formatPercent } from '@/components/format'
import { MIN_ANSWERS_FOR_SCORE } from '@/server/overview/constants'
import type { AnsweredRate } from '@/server/sequences/results/schema'

/** Formatted percentages; the bounds of the text have no sign of their own. */
export type FormattedRate = { share: string; low: number; high: number }

/** Null below the number of delivered surveys from which pages show a percentage. */
export function formatAnsweredRate({ n, value, interval }: AnsweredRate, locale: string): FormattedRate | null {
  if (n < MIN_ANSWERS_FOR_SCORE || value === null || interval === null) return null
  return { share: formatPercent(value / 100, locale), low: Math.round(interval.low), high: Math.round(interval.high) }
}

export function formatRateBounds({ low, high }: FormattedRate, locale: string): { low: string; high: string } {
  return { low: formatPercent(low / 100, locale), high: formatPercent(high / 100, locale) }
}
