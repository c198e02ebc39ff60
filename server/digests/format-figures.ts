import { type Locale, toLanguageTag } from '../messages/locale'
import { getTranslator } from '../messages/messages'
import { MIN_ANSWERS_FOR_SCORE } from '../overview/vocabulary'
import type { ScoreSummary } from '../responses/schema'
import type { Metric } from '../surveys/schema'
import type { DigestFigures } from './schema'

export type FormattedFigure = { label: string; value: string | null; unit: string | null; note: string }

export function formatFigures(
  language: Locale,
  { metrics, rate, stars, responses, cases }: DigestFigures,
): FormattedFigure[] {
  const t = getTranslator(language, 'email')
  const count = (value: number) => numberFormat(language).format(value)
  const plainFigure = (label: string, value: number, note: string) => ({ label, value: count(value), unit: null, note })
  return [
    ...metrics.map((metric) => formatScoreFigure(language, metric)),
    formatRateFigure(language, rate),
    ...(stars.current.n + stars.previous.n > 0 ? [formatStarsFigure(language, stars)] : []),
    plainFigure(t('digest.answers'), responses.current, t('digest.before', { count: responses.previous })),
    ...(stars.current.n + stars.previous.n > 0
      ? [plainFigure(t('digest.reviews'), stars.current.n, t('digest.before', { count: stars.previous.n }))]
      : []),
    plainFigure(t('digest.cases'), cases.open, t('digest.overdue', { count: cases.overdue })),
  ]
}

function formatScoreFigure(
  language: Locale,
  { metric, current, previous, change }: DigestFigures['metrics'][number],
): FormattedFigure {
  const t = getTranslator(language, 'email')
  const label = t('digest.metric', { metric })
  if (current.value === null || current.n < MIN_ANSWERS_FOR_SCORE)
    return { label, value: null, unit: null, note: t('digest.tooFew', { count: current.n }) }
  const delta = change && numberFormat(language, metric === 'ces' ? 1 : 0).format(Math.abs(change.by))
  return {
    label,
    value: formatScore(metric, current.value, language),
    unit: metric === 'nps' ? null : t('digest.unit', { metric }),
    note: joinNotes(t('digest.n', { count: current.n }), formatChange(language, change, delta, previous.n)),
  }
}

function formatRateFigure(language: Locale, { current, previous, change }: DigestFigures['rate']): FormattedFigure {
  const t = getTranslator(language, 'email')
  const label = t('digest.rate')
  const { answered, delivered, share } = current
  if (share === null || delivered < MIN_ANSWERS_FOR_SCORE)
    return { label, value: null, unit: null, note: t('digest.tooFewDelivered', { answered, delivered }) }
  // Shown in whole points: a change below half a point is none.
  const roundedChange = change && { ...change, by: Math.round(change.by) + 0 }
  const delta = roundedChange && t('digest.points', { by: numberFormat(language).format(Math.abs(roundedChange.by)) })
  return {
    label,
    value: percentFormat(language).format(share),
    unit: null,
    note: joinNotes(
      t('digest.delivered', { answered, delivered }),
      formatChange(language, roundedChange, delta, previous.delivered),
    ),
  }
}

function formatStarsFigure(language: Locale, { current, previous }: DigestFigures['stars']): FormattedFigure {
  const t = getTranslator(language, 'email')
  const label = t('digest.stars')
  if (current.average === null || current.n < MIN_ANSWERS_FOR_SCORE)
    return { label, value: null, unit: null, note: t('digest.tooFewReviews', { count: current.n }) }
  const delta =
    previous.average === null ? null : oneDecimal(oneDecimal(current.average) - oneDecimal(previous.average))
  const formattedDelta = delta && numberFormat(language, 1).format(Math.abs(delta))
  return {
    label,
    value: numberFormat(language, 1).format(current.average),
    unit: t('digest.ofFive'),
    note: joinNotes(
      t('digest.nReviews', { count: current.n }),
      // No significance is computed for the average of stars.
      formatChange(language, delta === null ? null : { by: delta, isClear: true }, formattedDelta || '', previous.n),
    ),
  }
}

type Change = ScoreChange | null
type ScoreChange = { by: number; isClear: boolean }

function formatChange(language: Locale, change: Change, delta: string | null, previousCount: number): string {
  const t = getTranslator(language, 'email')
  if (change === null || previousCount < MIN_ANSWERS_FOR_SCORE) return t('digest.notComparable')
  const direction = change.by === 0 ? 'same' : change.by > 0 ? 'up' : 'down'
  const text = t('digest.change', { way: direction, by: delta ?? '' })
  return change.isClear || change.by === 0 ? text : t('digest.unclear', { change: text })
}

export function formatDateRange({ from, to }: { from: string; to: string }, language: Locale): string {
  const format = new Intl.DateTimeFormat(toLanguageTag(language), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return format.formatRange(new Date(from), new Date(to))
}

function formatScore(metric: Metric, value: NonNullable<ScoreSummary['value']>, language: Locale): string {
  if (metric === 'csat') return percentFormat(language).format(value / 100)
  if (metric === 'ces') return numberFormat(language, 1).format(value)
  return new Intl.NumberFormat(toLanguageTag(language), { signDisplay: 'exceptZero' }).format(value).replace('-', '−')
}

const joinNotes = (first: string, second: string) => `${first}, ${second}`
const numberFormat = (language: Locale, maximumFractionDigits = 0) =>
  new Intl.NumberFormat(toLanguageTag(language), { maximumFractionDigits })
const percentFormat = (language: Locale) =>
  new Intl.NumberFormat(toLanguageTag(language), { style: 'percent', maximumFractionDigits: 0 })
const oneDecimal = (value: number) => Math.round(value * 10) / 10
