import { CalendarSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { responseListHref } from '@/components/responses/response-urls'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Card, Section } from '@/components/ui/content/section'
import { TextLink } from '@/components/ui/controls/text-link'
import { readTextParam, type SearchParams } from '@/components/ui/search-params'
import { MIN_ANSWERS_FOR_SCORE } from '@/server/overview/constants'
import type { MetricOverview, Overview } from '@/server/overview/schema'
import { formatPeriod } from './format-period'
import { MetricDistribution } from './metric-distribution'
import { MetricTrend } from './metric-trend'
import { ResponseAndRatingStats } from './response-and-rating-stats'
import { ResponseFeed } from './response-feed'
import { ReviewsAwaitingReply } from './reviews-awaiting-reply'
import { ScoreBreakdown } from './score-breakdown'
import { ScoreStat } from './score-stat'
import { SegmentedLinks } from './segmented-links'

export type OverviewContentProps = {
  overview: Overview
  metric: string | undefined
  params: SearchParams
  /** Rendered last, because it streams in late and must not shift the layout. */
  children: ReactNode
}

export async function OverviewContent({ overview, metric, params, children }: OverviewContentProps) {
  const [t, locale] = await Promise.all([getT('overview'), getLocale()])
  const { period, metrics, responses, totals } = overview
  const hasReviews = readTextParam(params, 'survey') === undefined
  if (responses.current === 0)
    return (
      <>
        <EmptyState icon={CalendarSearch} title={t('quietTitle')}>
          {t('quietSentence', { count: totals.response })}
        </EmptyState>
        {overview.attention.count > 0 && <UnresolvedCases attention={overview.attention} params={params} />}
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
        <ResponseAndRatingStats overview={overview} previousPeriod={before} hasReviews={hasReviews} />
      </Card>
      {selected && <Charts overview={overview} selected={selected} params={params} />}
      {selected && <ScoreBreakdown breakdown={overview.breakdown} metric={selected.metric} params={params} />}
      <Lists overview={overview} params={params} hasReviews={hasReviews} />
      {children}
    </>
  )
}

type ChartsProps = { overview: Overview; selected: MetricOverview; params: SearchParams }

async function Charts({ overview: { metrics, step, steps }, selected, params }: ChartsProps) {
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
            options={metrics.map((one) => ({ value: one.metric, label: t(`metrics.${one.metric}`) }))}
          />
        )}
        {isEnough && steps.length > 1 && (
          <SegmentedLinks
            label={t('stepLabel')}
            param="step"
            value={step}
            params={params}
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

type UnresolvedCasesProps = Pick<Overview, 'attention'> & { params: SearchParams }

/** Unresolved cases with their count, the same number as in the navigation and the digest. */
async function UnresolvedCases({ attention: { count, latest }, params }: UnresolvedCasesProps) {
  const [t, locale] = await Promise.all([getT('overview'), getLocale()])
  const survey = readTextParam(params, 'survey')
  const list = { case: 'unresolved', ...(survey === undefined ? {} : { survey }) }
  const title = (
    <>
      {t('attention')} <span className="figures font-normal text-ink-soft">{formatNumber(count, locale)}</span>
    </>
  )
  return (
    <Section
      title={count > 0 ? title : t('attention')}
      description={t('attentionSentence')}
      action={count > 0 && <TextLink href={responseListHref(list)}>{t('allCases')}</TextLink>}
    >
      {count > 0 ? (
        <ResponseFeed responses={latest} listParams={list} />
      ) : (
        <p className="text-14 text-ink-soft">{t('nothingOpen')}</p>
      )}
    </Section>
  )
}

type ListsProps = { overview: Overview; params: SearchParams; hasReviews: boolean }

async function Lists({ overview: { latest, attention, reviews }, params, hasReviews }: ListsProps) {
  const t = await getT('overview')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
      <UnresolvedCases attention={attention} params={params} />
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
