import { CalendarSearch } from 'lucide-react'
import { formatNumber, formatPercent } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { Stat } from '@/components/ui/charts/stat'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Card, Section } from '@/components/ui/content/section'
import { TextLink } from '@/components/ui/controls/text-link'
import type { SearchParams } from '@/components/ui/href'
import type { Overview } from '@/server/overview/schema'
import { MetricDistribution } from './metric-distribution'
import { MetricTrend } from './metric-trend'
import { ResponseFeed } from './response-feed'
import { ScoreStat } from './score-stat'
import { Segments } from './segments'
import { UnrepliedReviews } from './unreplied-reviews'

export type OverviewContentProps = { overview: Overview; metric: string | undefined; params: SearchParams }

/** Are we doing well, and who needs me: scores, how they move, and what people said. */
export async function OverviewContent({ overview, metric, params }: OverviewContentProps) {
  const t = await getT('overview')
  const { days, metrics, responses, totals, latest, attention } = overview
  if (responses.current === 0)
    return (
      <EmptyState icon={CalendarSearch} title={t('quietTitle')}>
        {t('quietSentence', { count: totals.response })}
      </EmptyState>
    )
  const chosen = metrics.find((one) => one.metric === metric) ?? metrics[0]
  return (
    <>
      <Card className="grid grid-cols-2 gap-x-6 gap-y-6 lg:grid-cols-[repeat(auto-fit,minmax(180px,1fr))] lg:gap-x-8">
        {metrics.map((one, place) => (
          <ScoreStat key={one.metric} overview={one} days={days} size={place === 0 ? 'large' : 'medium'} />
        ))}
        <AnswerStats overview={overview} />
      </Card>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
        <Section
          title={t('attention')}
          description={t('attentionSentence')}
          action={
            attention.length > 0 && <TextLink href="/responses?band=negative&case=unresolved">{t('allLow')}</TextLink>
          }
        >
          {attention.length > 0 ? (
            <ResponseFeed responses={attention} />
          ) : (
            <p className="text-14 text-ink-soft">{t('nobody')}</p>
          )}
        </Section>
        <Section
          title={t('latest')}
          description={t('latestSentence')}
          action={<TextLink href="/responses">{t('allResponses')}</TextLink>}
        >
          <ResponseFeed responses={latest} />
        </Section>
        {/* Alone in its row it does not stand half empty. */}
        <div className="empty:hidden lg:col-span-2">
          <UnrepliedReviews reviews={overview.reviews} />
        </div>
      </div>
      {chosen && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {metrics.length > 1 && (
            <div className="flex">
              <Segments
                label={t('score')}
                param="metric"
                value={chosen.metric}
                params={params}
                options={metrics.map((one) => ({ value: one.metric, label: t(`metrics.${one.metric}`) }))}
              />
            </div>
          )}
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <MetricTrend overview={chosen} />
            <MetricDistribution overview={chosen} />
          </div>
        </div>
      )}
    </>
  )
}

async function AnswerStats({ overview }: { overview: Overview }) {
  const [t, locale] = await Promise.all([getT('overview'), getLocale()])
  const { current, previous } = overview.responses
  const { share, answered, delivered, captured } = overview.rate.current
  const rate = share === null ? captured === 0 && t('noneSent') : t('rateNote', { answered, delivered })
  const kept = captured > 0 && t('capturedNote', { count: captured })
  return (
    <>
      <Stat
        label={t('responses')}
        value={formatNumber(current, locale)}
        note={t('responsesBefore', { count: previous, days: overview.days })}
      />
      <Stat
        label={t('rate')}
        value={share === null ? null : formatPercent(share, locale)}
        empty={t('noneSent')}
        note={[rate, kept].filter(Boolean).join('. ')}
      />
    </>
  )
}
