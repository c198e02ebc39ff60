import { CalendarSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { getLocale, getT } from '@/components/i18n/server'
import { responseListHref } from '@/components/responses/response-urls'
import { formatAverageRating } from '@/components/reviews/format-review-statistics'
import { StarRating } from '@/components/reviews/star-rating'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Card, Section } from '@/components/ui/content/section'
import { TextLink } from '@/components/ui/controls/text-link'
import { Feed, FeedItem } from '@/components/ui/lists/feed'
import { readTextParam, type SearchParams } from '@/components/ui/search-params'
import type { SubjectOverview } from '@/server/comparison/schema'
import { formatPeriod } from './format-period'
import { ResponseAndRatingStats } from './response-and-rating-stats'
import { ResponseFeed } from './response-feed'
import { ScoreCharts } from './score-charts'
import { ScoreStat } from './score-stat'
import { UnresolvedCases } from './unresolved-cases'

export type SubjectNumbersProps = {
  overview: SubjectOverview
  path: string
  params: SearchParams
  /** Filter of the lists of responses and reviews. */
  filter: Record<'location' | 'employee' | 'company', string | undefined>
  children?: ReactNode
}

/** Scores, trend, latest answers, open cases and reviews of a location, an employee or a company. */
export async function SubjectNumbers({ overview, path, params, filter, children }: SubjectNumbersProps) {
  const [t, locale] = await Promise.all([getT('overview'), getLocale()])
  const { metrics, period, reviews, attention, latest } = overview
  const before = formatPeriod(period.previous, locale)
  const selected = metrics.find(({ metric }) => metric === readTextParam(params, 'metric')) ?? metrics[0]
  const survey = readTextParam(params, 'survey')
  const list: SearchParams = { ...filter, ...(survey === undefined ? {} : { survey }) }
  const days = { from: period.from, to: period.to }
  return (
    <>
      {overview.responses.current === 0 ? (
        <EmptyState icon={CalendarSearch} title={t('quietTitle')}>
          {t('subject.quiet')}
        </EmptyState>
      ) : (
        <Card className="grid grid-cols-2 gap-x-6 gap-y-6 lg:grid-cols-[repeat(auto-fit,minmax(140px,1fr))] lg:gap-x-8">
          {metrics.map((one, index) => (
            <ScoreStat
              key={one.metric}
              overview={one}
              previousPeriod={before}
              size={index === 0 ? 'large' : 'medium'}
            />
          ))}
          <ResponseAndRatingStats scores={overview} previousPeriod={before} stars={reviews && reviews.stars} />
        </Card>
      )}
      {selected && overview.responses.current > 0 && (
        <ScoreCharts scores={overview} selected={selected} path={path} params={params} />
      )}
      {children}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
        {latest.length > 0 && (
          <Section
            title={t('latest')}
            action={<TextLink href={responseListHref({ ...list, ...days })}>{t('allResponses')}</TextLink>}
          >
            <ResponseFeed responses={latest} listParams={{ ...list, ...days }} />
          </Section>
        )}
        {(attention.count > 0 || latest.length > 0) && (
          <UnresolvedCases attention={attention} list={{ ...list, case: 'unresolved' }} />
        )}
      </div>
      {reviews && reviews.count > 0 && <LatestReviews reviews={reviews} location={filter.location ?? ''} />}
    </>
  )
}

type LatestReviewsProps = { reviews: NonNullable<SubjectOverview['reviews']>; location: string }

async function LatestReviews({ reviews: { count, latest, stars }, location }: LatestReviewsProps) {
  const [t, overview, locale] = await Promise.all([getT('reviews'), getT('overview'), getLocale()])
  const average = stars.current.average === null ? null : formatAverageRating(stars.current.average, locale)
  const inPeriod = overview('reviews', { count: stars.current.n })
  return (
    <Section
      title={overview('subject.reviews')}
      description={average === null ? inPeriod : overview('subject.average', { average, reviews: inPeriod })}
      action={<TextLink href={`/reviews?location=${location}`}>{overview('subject.allReviews', { count })}</TextLink>}
    >
      <Feed>
        {latest.map((review) => (
          <FeedItem
            key={review.id}
            href={`/reviews/${review.id}`}
            name={review.author ?? t('anonymous')}
            badge={<StarRating rating={review.rating} />}
            at={review.publishedAt}
            text={review.text === '' ? null : review.text}
            fallback={t('noText')}
          />
        ))}
      </Feed>
    </Section>
  )
}
