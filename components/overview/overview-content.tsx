import { CalendarSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { getLocale, getT } from '@/components/i18n/server'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Card, Section } from '@/components/ui/content/section'
import { TextLink } from '@/components/ui/controls/text-link'
import { readTextParam, type SearchParams } from '@/components/ui/search-params'
import type { ContactProperty } from '@/server/contact-properties/schema'
import type { Overview } from '@/server/overview/schema'
import { formatPeriod } from './format-period'
import { ResponseAndRatingStats } from './response-and-rating-stats'
import { ResponseFeed } from './response-feed'
import { ReviewsAwaitingReply } from './reviews-awaiting-reply'
import { ScoreBreakdown } from './score-breakdown'
import { ScoreCharts } from './score-charts'
import { ScoreStat } from './score-stat'
import { UnresolvedCases } from './unresolved-cases'

export type OverviewContentProps = {
  overview: Overview
  metric: string | undefined
  params: SearchParams
  properties: readonly ContactProperty[]
  hasSegments: boolean
  /** Rendered last, because it streams in late and must not shift the layout. */
  children: ReactNode
}

export async function OverviewContent({ overview, metric, params, children, ...contacts }: OverviewContentProps) {
  const [t, locale] = await Promise.all([getT('overview'), getLocale()])
  const { period, metrics, responses, totals } = overview
  const hasReviews = readTextParam(params, 'survey') === undefined
  if (responses.current === 0)
    return (
      <>
        <EmptyState icon={CalendarSearch} title={t('quietTitle')}>
          {t('quietSentence', { count: totals.response })}
        </EmptyState>
        {overview.attention.count > 0 && (
          <UnresolvedCases attention={overview.attention} list={caseListParams(params)} />
        )}
        {hasReviews && <ReviewsAwaitingReply reviews={overview.reviews} />}
      </>
    )
  const selected = metrics.find((one) => one.metric === metric) ?? metrics[0]
  const before = formatPeriod(period.previous, locale)
  return (
    <>
      <Card className="grid grid-cols-2 gap-x-6 gap-y-6 lg:grid-cols-[repeat(auto-fit,minmax(140px,1fr))] lg:gap-x-8">
        {metrics.map((one, index) => (
          <ScoreStat key={one.metric} overview={one} previousPeriod={before} size={index === 0 ? 'large' : 'medium'} />
        ))}
        <ResponseAndRatingStats scores={overview} previousPeriod={before} stars={hasReviews ? overview.stars : null} />
      </Card>
      {selected && <ScoreCharts scores={overview} selected={selected} path="/" params={params} />}
      {selected && (
        <ScoreBreakdown
          breakdown={overview.breakdown}
          responses={responses.current}
          metric={selected.metric}
          params={params}
          {...contacts}
        />
      )}
      <Lists overview={overview} params={params} hasReviews={hasReviews} />
      {children}
    </>
  )
}

function caseListParams(params: SearchParams): SearchParams {
  const survey = readTextParam(params, 'survey')
  return { case: 'unresolved', ...(survey === undefined ? {} : { survey }) }
}

type ListsProps = { overview: Overview; params: SearchParams; hasReviews: boolean }

async function Lists({ overview: { latest, attention, reviews }, params, hasReviews }: ListsProps) {
  const t = await getT('overview')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
      <UnresolvedCases attention={attention} list={caseListParams(params)} />
      <Section
        title={t('latest')}
        description={t('latestSentence')}
        action={<TextLink href="/responses">{t('allResponses')}</TextLink>}
      >
        <ResponseFeed responses={latest} />
      </Section>
      {/* Spans both columns: it would be alone in its row. */}
      <div className="empty:hidden lg:col-span-2">{hasReviews && <ReviewsAwaitingReply reviews={reviews} />}</div>
    </div>
  )
}
