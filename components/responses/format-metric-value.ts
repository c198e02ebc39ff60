import { formatNps, formatNumber, formatPercent } from '@/components/format'
import type { ScoreSummary } from '@/server/responses/schema'
import type { Metric } from '@/server/surveys/schema'

/** Score without its unit: "+42", "84%", "5.6". */
export function formatMetricValue(metric: Metric, value: number, locale: string): string {
  if (metric === 'nps') return formatNps(value, locale)
  return metric === 'csat' ? formatPercent(value / 100, locale) : formatNumber(value, locale, 1)
}

export function formatConfidenceBounds(metric: Metric, { interval }: Pick<ScoreSummary, 'interval'>, locale: string) {
  if (!interval) return null
  const format = (value: number) => formatMetricValue(metric, metric === 'ces' ? value : Math.round(value), locale)
  return { low: format(interval.low), high: format(interval.high) }
}
