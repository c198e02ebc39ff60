import { formatDate } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { formatScore } from '@/components/responses/score'
import { ChartFrame } from '@/components/ui/charts/chart-frame'
import { TrendChart } from '@/components/ui/charts/trend-chart'
import { Dash } from '@/components/ui/content/definition-list'
import type { MetricOverview } from '@/server/overview/schema'
import type { Metric } from '@/server/surveys/schema'

/** The whole scale, always: a chart that zooms in makes mountains of molehills. */
const AXIS: Record<Metric, { domain: [number, number]; ticks: number[] }> = {
  nps: { domain: [-100, 100], ticks: [-100, -50, 0, 50, 100] },
  csat: { domain: [0, 100], ticks: [0, 25, 50, 75, 100] },
  ces: { domain: [1, 7], ticks: [1, 2, 3, 4, 5, 6, 7] },
}

/** A score week by week. */
export async function MetricTrend({ overview }: { overview: MetricOverview }) {
  const [t, locale] = await Promise.all([getT('overview'), getLocale()])
  const { metric, current, trend } = overview
  const say = (value: number | undefined) =>
    value === undefined ? <Dash /> : formatScore(metric, metric === 'ces' ? value : Math.round(value), locale)
  const name = t(`metrics.${metric}`)
  return (
    <ChartFrame
      title={t('trend', { metric: name })}
      n={current.n}
      note={t(`axis.${metric}`)}
      table={{
        headers: [t('week'), name, t('low'), t('high'), t('answers')],
        rows: trend.map(({ week, value, interval, n }) => [
          formatDate(week, locale, 'UTC'),
          say(value ?? undefined),
          say(interval?.low),
          say(interval?.high),
          n,
        ]),
      }}
    >
      <TrendChart
        name={name}
        {...AXIS[metric]}
        fractionDigits={metric === 'ces' ? 1 : 0}
        points={trend.map(({ week, value, interval, n }) => ({
          label: shortDay(week, locale),
          value,
          low: interval?.low ?? null,
          high: interval?.high ?? null,
          n,
        }))}
      />
    </ChartFrame>
  )
}

function shortDay(day: string, locale: string): string {
  const tag = locale === 'en' ? 'en-GB' : locale
  return new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day))
}
