import { formatNumber } from '../format'

/** Average rating with one decimal; null without reviews. */
export function formatAverageRating(average: number | null, locale: string): string | null {
  return average === null ? null : formatNumber(average, locale, 1)
}

/** Both ends of the 95% interval, for `chart.intervalRange`; null if there is none. */
export function formatRatingConfidenceBounds(interval: { low: number; high: number } | null, locale: string) {
  return interval && { low: formatNumber(interval.low, locale, 1), high: formatNumber(interval.high, locale, 1) }
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** Duration in its largest unit: "2.5 days"; no decimals from ten units on. */
export function formatTimeToReply(seconds: number | null, locale: string): string | null {
  if (seconds === null) return null
  const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? ['minute', 60]
  const value = seconds / length
  const tag = locale === 'en' ? 'en-GB' : locale
  const format = new Intl.NumberFormat(tag, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: value < 10 && unit !== 'minute' ? 1 : 0,
  })
  return format.format(value)
}
