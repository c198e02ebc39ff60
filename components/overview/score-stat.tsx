import { formatNumber } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { formatInterval, formatScore } from '@/components/responses/score'
import { FEW_ANSWERS } from '@/components/ui/charts/chart-frame'
import { Stat } from '@/components/ui/charts/stat'
import type { MetricOverview } from '@/server/overview/schema'

export type ScoreStatProps = { overview: MetricOverview; days: number; size?: 'medium' | 'large' }

/** A score with its n, its interval, of a CES how many found it easy, and how it moved. */
export async function ScoreStat({ overview, days, size = 'medium' }: ScoreStatProps) {
  const [t, common, locale] = await Promise.all([getT('overview'), getT('common'), getLocale()])
  const { metric, current } = overview
  const interval = formatInterval(metric, current, locale)
  const facts = [
    common('chart.n', { count: current.n }),
    ...(interval ? [common('chart.intervalRange', interval)] : []),
    ...(typeof current.easyShare === 'number' ? [t('easyShare', { share: current.easyShare })] : []),
  ]
  const isFew = current.n > 0 && current.n < FEW_ANSWERS
  return (
    <Stat
      size={size}
      label={
        <abbr title={t(`metricNames.${metric}`)} className="no-underline">
          {t(`metrics.${metric}`)}
        </abbr>
      }
      value={current.value === null ? null : formatScore(metric, current.value, locale)}
      {...(metric === 'nps' ? {} : { unit: t(`units.${metric}`) })}
      empty={common('chart.none')}
      facts={facts}
      note={isFew ? common('chart.few') : await changeText(overview, days)}
    />
  )
}

/** "Up 4 on the previous 90 days, possibly by chance" */
async function changeText({ metric, change }: MetricOverview, days: number): Promise<string | null> {
  const [t, locale] = await Promise.all([getT('overview'), getLocale()])
  if (!change) return null
  if (change.by === 0) return t('same', { days })
  const by = formatNumber(Math.abs(change.by), locale, metric === 'ces' ? 1 : 0)
  const told = t(change.by > 0 ? 'up' : 'down', { by, days })
  return change.isClear ? told : t('unclear', { change: told })
}
