import { formatDate } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { formatMetricValue } from '@/components/responses/format-metric-value'
import { ChartFrame } from '@/components/ui/charts/chart-frame'
import { TrendChart } from '@/components/ui/charts/trend-chart'
import { Dash } from '@/components/ui/content/definition-list'
import { toLanguageTag } from '@/server/messages/locale'
import type { MetricOverview, Overview } from '@/server/overview/schema'
import type { Metric } from '@/server/surveys/schema'

/** Always the full scale: a zoomed axis exaggerates changes. */
const AXIS: Record<Metric, { domain: [number, number]; ticks: number[] }> = {
  nps: { domain: [-100, 100], ticks: [-100, -50, 0, 50, 100] },
  csat: { domain: [0, 100], ticks: [0, 25, 50, 75, 100] },
  ces: { domain: [1, 7], ticks: [1, 2, 3, 4, 5, 6, 7] },
}

export async function MetricTrend({ overview, step }: { overview: MetricOverview; step: Overview['step'] }) {
  const [t, locale] = await Promise.all([getT('overview'), getLocale()])
  const { metric, current, trend } = overview
  const formatValue = (value: number | undefined) =>
    value === undefined ? <Dash /> : formatMetricValue(metric, metric === 'ces' ? value : Math.round(value), locale)
  const formatDay = (day: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(toLanguageTag(locale), options).format(new Date(day))
  const name = t(`metrics.${metric}`)
  return (
    <ChartFrame
      title={t(`trend.${step}`, { metric: name })}
      sampleSize={current.n}
      note={t(`axis.${metric}`)}
      table={{
        headers: [t(`step.${step}`), name, t('low'), t('high'), t('answers')],
        rows: trend.map(({ day, value, interval, n }) => [
          step === 'month' ? formatDay(day, MONTH) : formatDate(day, locale, 'UTC'),
          formatValue(value ?? undefined),
          formatValue(interval?.low),
          formatValue(interval?.high),
          n,
        ]),
      }}
    >
      <TrendChart
        name={name}
        {...AXIS[metric]}
        fractionDigits={metric === 'ces' ? 1 : 0}
        points={trend.map(({ day, value, interval, n }) => ({
          label: formatDay(day, step === 'month' ? MONTH : SHORT_DAY),
          value,
          low: interval?.low ?? null,
          high: interval?.high ?? null,
          n,
        }))}
      />
    </ChartFrame>
  )
}

const SHORT_DAY = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
const MONTH = { month: 'short', year: 'numeric', timeZone: 'UTC' } as const
