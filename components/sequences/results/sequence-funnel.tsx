import { formatNumber, formatPercent, formatRoughDuration } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { Stat } from '@/components/ui/charts/stat'
import { Card, Section } from '@/components/ui/content/section'
import { TextLink } from '@/components/ui/controls/text-link'
import type { SequenceResults } from '@/server/sequences/results/schema'
import { type SendingCounts, sumSendingCounts } from '../sending-counts'
import { buildPeopleHref } from './build-people-href'
import { formatAnsweredRate, formatRateBounds } from './format-answered-rate'

type SequenceFunnelProps = { sequenceId: string; results: SequenceResults; counts: SendingCounts }

const FUNNEL_FILTERS = {
  enrolled: {},
  sent: { state: 'sent' },
  delivered: { state: 'delivered' },
  answered: { state: 'answered' },
  completed: { status: 'completed' },
} as const satisfies Record<keyof SequenceResults['funnel'], Parameters<typeof buildPeopleHref>[1]>

const STAGES = Object.keys(FUNNEL_FILTERS) as (keyof typeof FUNNEL_FILTERS)[]

/** How many sendings got how far, with bars for the eye and all of it in words. */
export async function SequenceFunnel({ sequenceId, results, counts }: SequenceFunnelProps) {
  const [t, tSequences, locale] = await Promise.all([getT('sequenceResults'), getT('sequences'), getLocale()])
  const { funnel } = results
  const others = (['queued', 'running', 'cancelled'] as const)
    .map((status) => ({ status, count: sumSendingCounts(counts, status) }))
    .filter(({ count }) => count > 0)
  return (
    <Section title={t('funnel.title')} description={t('funnel.description')}>
      <Card className="grid gap-5">
        <RateAndTime results={results} />
        <ol className="grid gap-3">
          {STAGES.map((stage) => {
            const share = funnel.enrolled === 0 ? 0 : funnel[stage] / funnel.enrolled
            const shareText = formatPercent(share, locale)
            return (
              <li key={stage} className="grid gap-1 text-14">
                <p className="flex items-baseline justify-between gap-3">
                  <TextLink href={buildPeopleHref(sequenceId, FUNNEL_FILTERS[stage])}>
                    {t(`funnel.${stage}`)}{' '}
                    <span className="figures font-medium">{formatNumber(funnel[stage], locale)}</span>
                  </TextLink>
                  {stage !== 'enrolled' && (
                    <span className="figures text-13 text-ink-faint">
                      <span aria-hidden>{shareText}</span>
                      <span className="sr-only">{t('funnel.shareOfEnrolled', { share: shareText })}</span>
                    </span>
                  )}
                </p>
                <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-sunken ring-1 ring-line ring-inset">
                  <div
                    className="h-full rounded-full bg-accent forced-color-adjust-none"
                    style={{ width: `${share * 100}%` }}
                  />
                </div>
              </li>
            )
          })}
        </ol>
        {others.length > 0 && (
          <ul aria-label={t('funnel.others')} className="figures flex flex-wrap gap-x-5 gap-y-1 text-13">
            {others.map(({ status, count }) => (
              <li key={status}>
                <TextLink href={buildPeopleHref(sequenceId, { status })}>
                  {tSequences(`sendingStatus.${status}`)}{' '}
                  <span className="font-medium">{formatNumber(count, locale)}</span>
                </TextLink>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </Section>
  )
}

async function RateAndTime({
  results: { rate, medianSecondsToAnswer: seconds },
}: Pick<SequenceFunnelProps, 'results'>) {
  const [t, common, locale] = await Promise.all([getT('sequenceResults'), getT('common'), getLocale()])
  const formatted = formatAnsweredRate(rate, locale)
  const { n: delivered, answered } = rate
  const counts = t('column.counts', { answered, delivered })
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Stat
        label={t('rate')}
        value={delivered === 0 ? null : (formatted?.share ?? counts)}
        empty={t('noneDelivered')}
        facts={[delivered === 0 ? t('noneDelivered') : t('rateOf', { answered, delivered })]}
        details={formatted ? [common('chart.intervalRange', formatRateBounds(formatted, locale))] : []}
      />
      <Stat
        label={t('time')}
        value={seconds === null ? null : formatRoughDuration(seconds, locale)}
        empty={t('noAnswers')}
        note={seconds === null ? t('noAnswers') : t('timeNote')}
      />
    </div>
  )
}
