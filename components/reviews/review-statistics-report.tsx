import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber, formatPercent } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { ChartFrame, MIN_RELIABLE_ANSWERS } from '@/components/ui/charts/chart-frame'
import { DistributionBar } from '@/components/ui/charts/distribution-bar'
import { Stat } from '@/components/ui/charts/stat'
import { TrendChart } from '@/components/ui/charts/trend-chart'
import { Dash } from '@/components/ui/content/definition-list'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Card, Section } from '@/components/ui/content/section'
import { TextLink } from '@/components/ui/controls/text-link'
import { Cell, HeaderCell, Row, Table } from '@/components/ui/lists/table'
import { MIN_ANSWERS_FOR_SCORE } from '@/server/overview/constants'
import type { ReviewFigures, ReviewStatistics as Statistics } from '@/server/reviews/schema'
import { formatAverageRating, formatRatingConfidenceBounds, formatTimeToReply } from './format-review-statistics'

export type ReviewStatisticsReportProps = { statistics: Statistics; siteName: (source: string) => string }

export async function ReviewStatisticsReport({ statistics, siteName }: ReviewStatisticsReportProps) {
  const t = await getT('reviews')
  const { overall, sources, locations } = statistics
  if (overall.reviews === 0)
    return (
      <EmptyState icon={Star} title={t('statistics.noReviews')}>
        {t('statistics.empty')}
      </EmptyState>
    )
  return (
    <>
      <Overall figures={overall} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Months statistics={statistics} />
        <Distribution statistics={statistics} />
      </div>
      <Section title={t('statistics.bySite')}>
        <GroupTable
          header={t('statistics.site')}
          groups={sources.map(({ source, ...figures }) => ({
            key: source,
            name: <TextLink href={`/reviews?source=${encodeURIComponent(source)}`}>{siteName(source)}</TextLink>,
            ...figures,
          }))}
        />
      </Section>
      {locations.some(({ location }) => location !== null) && (
        <Section title={t('statistics.byLocation')}>
          <GroupTable
            header={t('statistics.location')}
            groups={locations.map(({ location, ...figures }) => ({
              key: location?.id ?? 'none',
              name: location ? (
                <TextLink href={`/reviews?location=${location.id}`}>{location.name}</TextLink>
              ) : (
                <span className="text-ink-soft">{t('statistics.noLocation')}</span>
              ),
              ...figures,
            }))}
          />
        </Section>
      )}
    </>
  )
}

async function Overall({ figures }: { figures: ReviewFigures }) {
  const [t, common, locale] = await Promise.all([getT('reviews'), getT('common'), getLocale()])
  const { reviews, average, replies, medianReplySeconds } = figures
  const interval = formatRatingConfidenceBounds(figures.interval, locale)
  return (
    <Card className="grid grid-cols-2 gap-x-6 gap-y-6 lg:grid-cols-4 lg:gap-x-8">
      <Stat
        label={t('statistics.average')}
        value={formatAverageRating(average, locale)}
        unit={t('statistics.averageOf')}
        facts={[t('statistics.n', { count: reviews })]}
        details={interval ? [common('chart.intervalRange', interval)] : []}
        note={reviews < MIN_RELIABLE_ANSWERS ? t('statistics.few') : null}
        size={reviews < MIN_ANSWERS_FOR_SCORE ? 'small' : 'large'}
      />
      <Stat label={t('statistics.reviews')} value={formatNumber(reviews, locale)} />
      <Stat
        label={t('statistics.replied')}
        value={formatPercent(replies / reviews, locale)}
        facts={[
          t('statistics.repliedNote', { count: formatNumber(replies, locale), total: formatNumber(reviews, locale) }),
        ]}
      />
      <Stat
        label={t('statistics.medianReply')}
        value={formatTimeToReply(medianReplySeconds, locale)}
        empty={t('statistics.noReplies')}
        facts={replies === 0 ? [] : [t('statistics.medianNote', { count: replies })]}
      />
    </Card>
  )
}

async function Months({ statistics: { months, overall } }: { statistics: Statistics }) {
  const [t, common, locale] = await Promise.all([getT('reviews'), getT('common'), getLocale()])
  const formatRange = (interval: ReviewFigures['interval']) => {
    const ends = formatRatingConfidenceBounds(interval, locale)
    return ends && `${ends.low}–${ends.high}`
  }
  const name = (month: string, length: 'short' | 'long') =>
    new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
      month: length,
      year: length === 'long' ? 'numeric' : '2-digit',
      timeZone: 'UTC',
    }).format(new Date(`${month}-01T00:00:00Z`))
  return (
    <ChartFrame
      title={t('statistics.trend')}
      sampleSize={overall.reviews}
      countLabel={t('statistics.n', { count: overall.reviews })}
      note={t('statistics.trendNote')}
      table={{
        headers: [t('statistics.month'), t('statistics.average'), common('chart.interval'), t('statistics.count')],
        rows: months.map(({ month, average, interval, reviews }) => [
          name(month, 'long'),
          formatAverageRating(average, locale) ?? <Dash />,
          formatRange(interval) ?? <Dash />,
          formatNumber(reviews, locale),
        ]),
      }}
    >
      <TrendChart
        name={t('statistics.average')}
        domain={[1, 5]}
        ticks={[1, 2, 3, 4, 5]}
        fractionDigits={1}
        countNoun="reviews"
        points={months.map(({ month, average, interval, reviews }) => ({
          label: name(month, 'short'),
          value: average,
          low: interval?.low ?? null,
          high: interval?.high ?? null,
          n: reviews,
        }))}
      />
    </ChartFrame>
  )
}

async function Distribution({ statistics: { stars, overall } }: { statistics: Statistics }) {
  const [t, locale] = await Promise.all([getT('reviews'), getLocale()])
  const countRatings = (...ratings: number[]) => ratings.reduce((sum, rating) => sum + (stars[rating - 1] ?? 0), 0)
  const highestCount = Math.max(1, ...stars)
  const rows = [5, 4, 3, 2, 1].map((rating) => ({ rating, count: countRatings(rating) }))
  const share = (count: number) => formatPercent(count / overall.reviews, locale)
  return (
    <ChartFrame
      title={t('statistics.distribution')}
      sampleSize={overall.reviews}
      countLabel={t('statistics.n', { count: overall.reviews })}
      table={{
        headers: [t('statistics.distribution'), t('statistics.count'), '%'],
        rows: rows.map(({ rating, count }) => [rating, formatNumber(count, locale), share(count)]),
      }}
    >
      <DistributionBar
        locale={locale}
        parts={[
          { label: t('statistics.good'), count: countRatings(4, 5), tone: 'positive' },
          { label: t('statistics.middling'), count: countRatings(3), tone: 'neutral' },
          { label: t('statistics.bad'), count: countRatings(1, 2), tone: 'negative' },
        ]}
      />
      {/* Duplicated by the accessible table below. */}
      <div aria-hidden className="figures grid gap-1.5 text-12 text-ink-faint">
        {rows.map(({ rating, count }) => (
          <div key={rating} className="grid grid-cols-[2ch_minmax(0,1fr)_6ch] items-center gap-2">
            <span className="text-right">{rating}</span>
            <span className="h-2.5 rounded-full bg-sunken">
              <span
                className="block h-full rounded-full bg-line-strong forced-color-adjust-none"
                style={{ width: `${(100 * count) / highestCount}%` }}
              />
            </span>
            <span className="text-right">{formatNumber(count, locale)}</span>
          </div>
        ))}
      </div>
    </ChartFrame>
  )
}

type GroupTableProps = { header: string; groups: readonly (ReviewFigures & { key: string; name: ReactNode })[] }

async function GroupTable({ header, groups }: GroupTableProps) {
  const [t, locale] = await Promise.all([getT('reviews'), getLocale()])
  return (
    <Table>
      <thead>
        <tr>
          <HeaderCell>{header}</HeaderCell>
          <HeaderCell align="right">{t('statistics.average')}</HeaderCell>
          <HeaderCell align="right">{t('statistics.reviews')}</HeaderCell>
          <HeaderCell align="right" className="max-sm:hidden">
            {t('statistics.replied')}
          </HeaderCell>
          <HeaderCell align="right">{t('statistics.medianReplyHead')}</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ key, name, reviews, average, interval, replies, medianReplySeconds }) => (
          <Row key={key}>
            <Cell>{name}</Cell>
            <Cell align="right">
              {formatAverageRating(average, locale) ?? <Dash />}
              <Interval interval={interval} />
            </Cell>
            <Cell align="right">{formatNumber(reviews, locale)}</Cell>
            <Cell align="right" className="max-sm:hidden">
              {formatNumber(replies, locale)}
              <span className="text-ink-faint"> · {formatPercent(replies / reviews, locale)}</span>
            </Cell>
            <Cell align="right">{formatTimeToReply(medianReplySeconds, locale) ?? <Dash />}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

async function Interval({ interval }: Pick<ReviewFigures, 'interval'>) {
  const [common, locale] = await Promise.all([getT('common'), getLocale()])
  const ends = formatRatingConfidenceBounds(interval, locale)
  return (
    ends && (
      <span className="block text-12 whitespace-nowrap text-ink-faint">
        <span className="max-sm:sr-only">{common('chart.rangeShort', ends)}</span>
        <span aria-hidden className="sm:hidden">{`${ends.low}–${ends.high}`}</span>
      </span>
    )
  )
}
