import { formatNumber, formatPercent } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { formatAverageRating, formatRatingConfidenceBounds } from '@/components/reviews/format-review-statistics'
import { Stat } from '@/components/ui/charts/stat'
import { MIN_ANSWERS_FOR_SCORE } from '@/server/overview/constants'
import type { Overview, PeriodScores } from '@/server/overview/schema'
import { ChangeChip } from './change-chip'

export type ResponseAndRatingStatsProps = {
  scores: Pick<PeriodScores, 'responses' | 'rate'>
  previousPeriod: string
  /** Null where there are no reviews: they belong to no survey, employee or company. */
  stars: Overview['stars'] | null
}

export async function ResponseAndRatingStats({ scores, previousPeriod, stars }: ResponseAndRatingStatsProps) {
  const [t, locale] = await Promise.all([getT('overview'), getLocale()])
  const { current, previous } = scores.responses
  return (
    <>
      <Stat
        label={t('responses')}
        value={formatNumber(current, locale)}
        note={t('responsesBefore', { count: previous, before: previousPeriod })}
      />
      <RateStat rate={scores.rate} previousPeriod={previousPeriod} />
      {stars && <StarsStat stars={stars} previousPeriod={previousPeriod} />}
    </>
  )
}

async function RateStat({
  rate: { current, change, previous },
  previousPeriod,
}: Pick<Overview, 'rate'> & { previousPeriod: string }) {
  const [t, locale] = await Promise.all([getT('overview'), getLocale()])
  const { share, answered, delivered, captured } = current
  const note = share === null ? captured === 0 && t('noneSent') : t('rateNote', { answered, delivered })
  const capturedNote = captured > 0 && t('capturedNote', { count: captured })
  const isComparable = change !== null && Math.min(delivered, previous.delivered) >= MIN_ANSWERS_FOR_SCORE
  return (
    <Stat
      label={t('rate')}
      value={share === null ? null : formatPercent(share, locale)}
      empty={t('noneSent')}
      chip={
        isComparable && (
          <ChangeChip
            change={change}
            value={t('points', { by: formatNumber(Math.abs(change.by), locale) })}
            previousPeriod={previousPeriod}
          />
        )
      }
      note={[note, capturedNote].filter(Boolean).join('. ')}
    />
  )
}

/** Null without reviews in either period. */
async function StarsStat({
  stars: { current, previous },
  previousPeriod,
}: Pick<Overview, 'stars'> & { previousPeriod: string }) {
  const [t, common, locale] = await Promise.all([getT('overview'), getT('common'), getLocale()])
  if (current.n + previous.n === 0) return null
  const interval = formatRatingConfidenceBounds(current.interval, locale)
  const previousAverage = previous.average === null ? null : formatAverageRating(previous.average, locale)
  return (
    <Stat
      size={current.n > 0 && current.n < MIN_ANSWERS_FOR_SCORE ? 'small' : 'medium'}
      label={t('stars')}
      value={formatAverageRating(current.average, locale)}
      unit={t('ofFive')}
      empty={t('noReviews')}
      facts={[t('reviews', { count: current.n })]}
      details={interval ? [common('chart.intervalRange', interval)] : []}
      note={previousAverage !== null && t('starsBefore', { average: previousAverage, before: previousPeriod })}
    />
  )
}
