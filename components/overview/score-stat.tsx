import { formatNumber } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { formatConfidenceBounds, formatMetricValue } from '@/components/responses/format-metric-value'
import { MIN_RELIABLE_ANSWERS } from '@/components/ui/charts/chart-frame'
import { Stat } from '@/components/ui/charts/stat'
import { MIN_ANSWERS_FOR_SCORE } from '@/server/overview/constants'
import type { MetricOverview } from '@/server/overview/schema'
import { ChangeChip } from './change-chip'

export type ScoreStatProps = { overview: MetricOverview; previousPeriod: string; size: 'medium' | 'large' }

export async function ScoreStat({ overview, previousPeriod, size }: ScoreStatProps) {
  const [t, common, locale] = await Promise.all([getT('overview'), getT('common'), getLocale()])
  const { metric, current } = overview
  const interval = formatConfidenceBounds(metric, current, locale)
  const { easyShare } = current
  const isTooFew = current.n < MIN_ANSWERS_FOR_SCORE
  const label = (
    <abbr title={t(`metricNames.${metric}`)} className="no-underline">
      {t(`metrics.${metric}`)}
    </abbr>
  )
  const n = common('chart.n', { count: current.n })
  const value = current.value === null ? null : formatMetricValue(metric, current.value, locale)
  const unit = metric === 'nps' ? {} : { unit: t(`units.${metric}`) }
  const note = isTooFew ? t('tooFew', { least: MIN_ANSWERS_FOR_SCORE }) : common('chart.few')
  return (
    <Stat
      size={isTooFew && value !== null ? 'small' : size}
      label={label}
      value={value}
      {...unit}
      empty={common('chart.none')}
      chip={<ScoreChange overview={overview} previousPeriod={previousPeriod} />}
      facts={isTooFew || typeof easyShare !== 'number' ? [n] : [n, t('easyShare', { share: easyShare })]}
      details={interval && !isTooFew ? [common('chart.intervalRange', interval)] : []}
      note={current.n < MIN_RELIABLE_ANSWERS && note}
    />
  )
}

type ScoreChangeProps = {
  overview: Pick<MetricOverview, 'metric' | 'change' | 'current' | 'previous'>
  previousPeriod: string
}

/** Null if either period has too few answers. */
export async function ScoreChange({
  overview: { metric, change, current, previous },
  previousPeriod,
}: ScoreChangeProps) {
  const [t, locale] = await Promise.all([getT('overview'), getLocale()])
  if (!change || Math.min(current.n, previous.n) < MIN_ANSWERS_FOR_SCORE) return null
  const by = formatNumber(Math.abs(change.by), locale, metric === 'ces' ? 1 : 0)
  // A change of a percentage is in percentage points.
  const value = metric === 'csat' ? t('points', { by }) : by
  return <ChangeChip change={change} value={value} previousPeriod={previousPeriod} />
}
