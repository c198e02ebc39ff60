import { ArrowDown, ArrowUp } from 'lucide-react'
import { formatNumber, formatPercent } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { cn } from '@/components/ui/cn'
import { Link } from '@/components/ui/controls/link'
import { MIN_ANSWERS_FOR_SCORE } from '@/server/overview/constants'
import type { AnswerShare, SurveyResultsComparison } from '@/server/survey-results/schema'
import type { ScoreBand } from '@/server/surveys/schema'

export type AnswerBar = {
  answer: AnswerShare
  /** The same value among the responses that are compared. */
  other: AnswerShare | undefined
  change: SurveyResultsComparison['changes'][string] | undefined
  label: string
  band: ScoreBand | null
  /** Of the responses with this answer; null where they may not be opened. */
  href: string | null
}

const FILL: Record<ScoreBand | 'none', string> = {
  positive: 'bg-positive',
  neutral: 'bg-neutral',
  negative: 'bg-negative',
  none: 'bg-accent',
}

/** One row per value: its share with the 95 % interval below the bar, and its count; leads to the responses. */
export async function AnswerBars({ bars, hasShortLabels }: { bars: readonly AnswerBar[]; hasShortLabels: boolean }) {
  const t = await getT('surveyResults')
  return (
    <ul className="-mx-2 grid grid-cols-[minmax(0,1fr)]">
      {bars.map((bar) => (
        <li key={bar.answer.value}>
          {bar.href === null || bar.answer.n === 0 ? (
            <div className={rowStyle(hasShortLabels)}>
              <BarRow bar={bar} hasShortLabels={hasShortLabels} />
            </div>
          ) : (
            <Link
              href={bar.href}
              aria-label={t('answersWith', { value: bar.label, count: bar.answer.n })}
              className={cn(rowStyle(hasShortLabels), 'hover:bg-sunken')}
            >
              <BarRow bar={bar} hasShortLabels={hasShortLabels} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

function rowStyle(hasShortLabels: boolean): string {
  return cn(
    'grid items-center gap-x-4 gap-y-1 rounded-mark px-2 py-1.5',
    hasShortLabels
      ? 'grid-cols-[5.5rem_minmax(0,1fr)_auto]'
      : 'grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,15rem)_minmax(0,1fr)_auto]',
  )
}

type BarRowProps = { bar: AnswerBar; hasShortLabels: boolean }

function BarRow({ bar: { answer, other, change, label, band }, hasShortLabels }: BarRowProps) {
  const isQuiet = answer.n === 0 && !other?.n
  return (
    <>
      <span className="grid">
        <span dir="auto" className={cn('text-14 wrap-anywhere', isQuiet && 'text-ink-faint')}>
          {label}
        </span>
        {answer.averagePlace !== null && <AveragePlace place={answer.averagePlace} />}
      </span>
      <span className={cn('grid gap-1', !hasShortLabels && 'order-last col-span-full sm:order-none sm:col-span-1')}>
        <Bar answer={answer} fill={FILL[band ?? 'none']} />
        {other && other.share.n >= MIN_ANSWERS_FOR_SCORE && <Bar answer={other} fill="bg-line-strong" />}
      </span>
      <span className="grid justify-items-end gap-0.5">
        <Figures answer={answer} />
        {other && <Difference answer={answer} other={other} change={change} />}
      </span>
    </>
  )
}

async function AveragePlace({ place }: { place: number }) {
  const [t, locale] = await Promise.all([getT('surveyResults'), getLocale()])
  return <span className="text-13 text-ink-faint">{t('averagePlace', { place: formatNumber(place, locale, 1) })}</span>
}

function Bar({ answer: { share }, fill }: { answer: AnswerShare; fill: string }) {
  const { value, interval, n } = share
  return (
    <span aria-hidden className="relative block h-2.5">
      <span className="absolute inset-x-0 top-0 h-1.5 rounded-full bg-sunken" />
      {value !== null && value > 0 && (
        <span
          className={cn('absolute top-0 left-0 h-1.5 min-w-1 rounded-full forced-color-adjust-none', fill)}
          style={{ width: `${value}%` }}
        />
      )}
      {interval && n >= MIN_ANSWERS_FOR_SCORE && (
        <span
          className="absolute bottom-0 h-px bg-ink-faint"
          style={{ left: `${interval.low}%`, width: `${interval.high - interval.low}%` }}
        />
      )}
    </span>
  )
}

async function Figures({ answer: { n, share } }: { answer: AnswerShare }) {
  const locale = await getLocale()
  const percent = (value: number) => formatPercent(value / 100, locale)
  return (
    <span className="figures flex items-baseline gap-3 text-13 whitespace-nowrap">
      {share.value !== null && share.n >= MIN_ANSWERS_FOR_SCORE && (
        <>
          {share.interval && (
            <span className="min-w-16 text-right text-12 text-ink-faint max-sm:hidden">
              {formatNumber(share.interval.low, locale)}–{percent(share.interval.high)}
            </span>
          )}
          <span className="min-w-9 text-right font-medium text-ink">{percent(share.value)}</span>
        </>
      )}
      <span className="min-w-8 text-right text-ink-soft">{formatNumber(n, locale)}</span>
    </span>
  )
}

async function Difference({ answer, other, change }: Pick<AnswerBar, 'answer' | 'change'> & { other: AnswerShare }) {
  const [t, locale] = await Promise.all([getT('surveyResults'), getLocale()])
  const isEnough = Math.min(answer.share.n, other.share.n) >= MIN_ANSWERS_FOR_SCORE
  const Arrow = change && change.by > 0 ? ArrowUp : ArrowDown
  return (
    <span className="figures flex items-baseline gap-3 text-12 whitespace-nowrap text-ink-faint">
      {change?.isClear && isEnough && change.by !== 0 && (
        <span className="flex items-center font-medium text-ink">
          <Arrow size={12} aria-hidden />
          <span className="sr-only">
            {t(change.by > 0 ? 'compare.more' : 'compare.less', {
              by: formatPercent(Math.abs(change.by) / 100, locale),
            })}
          </span>
        </span>
      )}
      {other.share.value !== null && isEnough && (
        <span className="min-w-9 text-right">{formatPercent(other.share.value / 100, locale)}</span>
      )}
      <span className="min-w-8 text-right">{formatNumber(other.n, locale)}</span>
    </span>
  )
}
