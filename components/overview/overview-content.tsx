import { CalendarSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { listHref } from '@/components/responses/list-url'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Card, Section } from '@/components/ui/content/section'
import { TextLink } from '@/components/ui/controls/text-link'
import { type SearchParams, textParam } from '@/components/ui/search-params'
import type { MetricOverview, Overview } from '@/server/overview/schema'
import { LEAST_ANSWERS } from '@/server/overview/vocabulary'
import { AnswerStats } from './activity-stats'
import { periodWords } from './format-period'
import { MetricDistribution } from './metric-distribution'
import { MetricTrend } from './metric-trend'
import { ResponseFeed } from './response-feed'
import { UnrepliedReviews } from './reviews-awaiting-reply'
import { Breakdown } from './score-breakdown'
import { ScoreStat } from './score-stat'
import { Segments } from './segmented-links'

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
  const hasReviews = textParam(params, 'survey') === undefined
  if (responses.current === 0)
    return (
      <>
        <EmptyState icon={CalendarSearch} title={t('quietTitle')}>
          {t('quietSentence', { count: totals.response })}
        </EmptyState>
        {overview.attention.count > 0 && <UnresolvedCases attention={overview.attention} params={params} />}
        {hasReviews && <UnrepliedReviews reviews={overview.reviews} />}
      </>
    )
  const selected = metrics.find((one) => one.metric === metric) ?? metrics[0]
  const before = periodWords(period.previous, locale)
  return (
    <>
      <Card className="grid grid-cols-2 gap-x-6 gap-y-6 lg:grid-cols-[repeat(auto-fit,minmax(140px,1fr))] lg:gap-x-8">
        {metrics.map((one, index) => (
          <ScoreStat key={one.metric} overview={one} before={before} size={index === 0 ? 'large' : 'medium'} />
        ))}
        <AnswerStats overview={overview} before={before} hasReviews={hasReviews} />
      </Card>
      {selected && <Charts overview={overview} selected={selected} params={params} />}
      {selected && <Breakdown breakdown={overview.breakdown} metric={selected.metric} params={params} />}
      <Lists overview={overview} params={params} hasReviews={hasReviews} />
      {children}
    </>
  )
}

type ChartsProps = { overview: Overview; selected: MetricOverview; params: SearchParams }

async function Charts({ overview: { metrics, step, steps }, selected, params }: ChartsProps) {
  const t = await getT('overview')
  const isEnough = selected.current.n >= LEAST_ANSWERS
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap gap-2 empty:hidden">
        {metrics.length > 1 && (
          <Segments
            label={t('score')}
            param="metric"
            value={selected.metric}
            params={params}
            options={metrics.map((one) => ({ value: one.metric, label: t(`metrics.${one.metric}`) }))}
          />
        )}
        {isEnough && steps.length > 1 && (
          <Segments
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
            missing: LEAST_ANSWERS - selected.current.n,
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
  const survey = textParam(params, 'survey')
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
      action={count > 0 && <TextLink href={listHref(list)}>{t('allCases')}</TextLink>}
    >
      {count > 0 ? (
        <ResponseFeed responses={latest} list={list} />
      ) : (
        <p className="text-14 text-ink-soft">{t('nobody')}</p>
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
      <div className="empty:hidden lg:col-span-2">{hasReviews && <UnrepliedReviews reviews={reviews} />}</div>
    </div>
  )
}
