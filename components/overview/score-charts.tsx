import { getT } from '@/components/i18n/server'
import type { SearchParams } from '@/components/ui/search-params'
import { MIN_ANSWERS_FOR_SCORE } from '@/server/overview/constants'
import type { MetricOverview, PeriodScores } from '@/server/overview/schema'
import { MetricDistribution } from './metric-distribution'
import { MetricTrend } from './metric-trend'
import { SegmentedLinks } from './segmented-links'

export type ScoreChartsProps = {
  scores: Pick<PeriodScores, 'metrics' | 'step' | 'steps'>
  selected: MetricOverview
  path: string
  params: SearchParams
}

/** Trend and distribution of one metric, or why there is none yet. */
export async function ScoreCharts({ scores: { metrics, step, steps }, selected, path, params }: ScoreChartsProps) {
  const t = await getT('overview')
  const isEnough = selected.current.n >= MIN_ANSWERS_FOR_SCORE
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap gap-2 empty:hidden">
        {metrics.length > 1 && (
          <SegmentedLinks
            label={t('score')}
            param="metric"
            value={selected.metric}
            params={params}
            path={path}
            options={metrics.map((one) => ({ value: one.metric, label: t(`metrics.${one.metric}`) }))}
          />
        )}
        {isEnough && steps.length > 1 && (
          <SegmentedLinks
            label={t('stepLabel')}
            param="step"
            value={step}
            params={params}
            path={path}
            options={steps.map((value) => ({ value, label: t(`steps_.${value}`) }))}
          />
        )}
      </div>
      {isEnough ? (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <MetricTrend overview={selected} step={step} />
          <MetricDistribution overview={selected} />
        </div>
      ) : (
        <p className="rounded-card border bg-surface p-5 text-14 text-ink-soft">
          {t('noChart', {
            metric: t(`metrics.${selected.metric}`),
            n: selected.current.n,
            missing: MIN_ANSWERS_FOR_SCORE - selected.current.n,
          })}
        </p>
      )}
    </div>
  )
}
