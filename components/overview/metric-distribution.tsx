import { formatPercent } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { ChartFrame } from '@/components/ui/charts/chart-frame'
import { DistributionBar } from '@/components/ui/charts/distribution-bar'
import { cn } from '@/components/ui/cn'
import type { MetricOverview } from '@/server/overview/schema'
import { classifyScore, SCORE_BANDS } from '@/server/surveys/constants'
import type { ScoreBand } from '@/server/surveys/schema'

const FILL: Record<ScoreBand, string> = { positive: 'bg-positive', neutral: 'bg-neutral', negative: 'bg-negative' }

export async function MetricDistribution({ overview }: { overview: MetricOverview }) {
  const [t, locale] = await Promise.all([getT('overview'), getLocale()])
  const { metric, current, bands, distribution } = overview
  const most = Math.max(1, ...distribution.map(({ count }) => count))
  const share = (count: number) => formatPercent(current.n === 0 ? 0 : count / current.n, locale)
  return (
    <ChartFrame
      title={t('distribution', { metric: t(`metrics.${metric}`) })}
      sampleSize={current.n}
      table={{
        headers: [t('score'), t('count'), '%'],
        rows: distribution.map(({ score, count }) => [score, count, share(count)]),
      }}
    >
      <DistributionBar
        locale={locale}
        parts={SCORE_BANDS.map((band) => ({ label: t(`bands.${metric}.${band}`), count: bands[band], tone: band }))}
      />
      {/* Duplicated by the accessible table below. */}
      <div aria-hidden className="figures flex items-end gap-1 text-12 text-ink-faint">
        {distribution.map(({ score, count }) => (
          <div key={score} className="grid min-w-0 grow justify-items-center gap-1">
            <span>{count > 0 ? count : ''}</span>
            <span className="flex h-24 w-full items-end border-b border-line-strong">
              <span
                className={cn('w-full rounded-t-mark forced-color-adjust-none', FILL[classifyScore(metric, score)])}
                style={{ height: `${(100 * count) / most}%` }}
              />
            </span>
            <span>{score}</span>
          </div>
        ))}
      </div>
    </ChartFrame>
  )
}
