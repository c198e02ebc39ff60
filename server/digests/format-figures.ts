import { type Locale, toLanguageTag } from '../messages/locale'
import { getTranslator } from '../messages/message-catalogue'
import { MIN_ANSWERS_FOR_SCORE } from '../overview/constants'
import type { ScoreSummary } from '../responses/schema'
import type { Metric } from '../surveys/schema'
import type { DigestFigures } from './schema'

export type FormattedFigure = { label: string; value: string | null; unit: string | null; note: string }

type Translate = ReturnType<typeof getTranslator<'email'>>

export function formatFigures(
  language: Locale,
  { metrics, rate, stars, responses, imported, cases }: DigestFigures,
): FormattedFigure[] {
  const t = getTranslator(language, 'email')
  const format = (value: number) => numberFormat(language).format(value)
  const plainFigure = (label: string, value: number, note: string) => ({
    label,
    value: format(value),
    unit: null,
    note,
  })
  const hasReviews = stars.current.n + stars.previous.n > 0
  const reviewsBefore = t('digest.before', { count: stars.previous.n })
  const before = t('digest.before', { count: responses.previous })
  const responsesNote = imported === 0 ? before : t('digest.beforeAndImported', { before, count: imported })
  return [
    ...metrics.map((metric) => formatScoreFigure(t, language, metric)),
    formatRateFigure(t, language, rate),
    ...(hasReviews ? [formatStarsFigure(t, language, stars)] : []),
    plainFigure(t('digest.answers'), responses.current, responsesNote),
    ...(hasReviews ? [plainFigure(t('digest.reviews'), stars.current.n, reviewsBefore)] : []),
    plainFigure(t('digest.cases'), cases.open, t('digest.overdue', { count: cases.overdue })),
  ]
}

function formatScoreFigure(
  t: Translate,
  language: Locale,
  { metric, current, previous, change }: DigestFigures['metrics'][number],
): FormattedFigure {
  const label = t('digest.metric', { metric })
  if (current.value === null || current.n < MIN_ANSWERS_FOR_SCORE)
    return { label, value: null, unit: null, note: t('digest.tooFew', { count: current.n }) }
  const delta = change && numberFormat(language, metric === 'ces' ? 1 : 0).format(Math.abs(change.by))
  return {
    label,
    value: formatScore(metric, current.value, language),
    unit: metric === 'nps' ? null : t('digest.unit', { metric }),
    note: `${t('digest.n', { count: current.n })}, ${formatChange(t, change, delta, previous.n)}`,
  }
}

function formatRateFigure(
  t: Translate,
  language: Locale,
  { current, previous, change }: DigestFigures['rate'],
): FormattedFigure {
  const label = t('digest.rate')
  const { answered, delivered, share } = current
  if (share === null || delivered < MIN_ANSWERS_FOR_SCORE)
    return { label, value: null, unit: null, note: t('digest.tooFewDelivered', { answered, delivered }) }
  // Shown in whole points: a change below half a point is none.
  const roundedChange = change && { ...change, by: Math.round(change.by) + 0 }
  const delta = roundedChange && t('digest.points', { by: numberFormat(language).format(Math.abs(roundedChange.by)) })
  const changeText = formatChange(t, roundedChange, delta, previous.delivered)
  const note = `${t('digest.delivered', { answered, delivered })}, ${changeText}`
  return { label, value: percentFormat(language).format(share), unit: null, note }
}

function formatStarsFigure(
  t: Translate,
  language: Locale,
  { current, previous }: DigestFigures['stars'],
): FormattedFigure {
  const label = t('digest.stars')
  if (current.average === null || current.n < MIN_ANSWERS_FOR_SCORE)
    return { label, value: null, unit: null, note: t('digest.tooFewReviews', { count: current.n }) }
  // No significance is computed for the average of stars.
  const change = previous.average === null ? null : { by: starsDelta(current.average, previous.average), isClear: true }
  const format = (value: number) => numberFormat(language, 1).format(value)
  const changeText = formatChange(t, change, change && format(Math.abs(change.by)), previous.n)
  const note = `${t('digest.nReviews', { count: current.n })}, ${changeText}`
  return { label, value: format(current.average), unit: t('digest.ofFive'), note }
}

function formatChange(
  t: Translate,
  change: DigestFigures['rate']['change'],
  delta: string | null,
  previousCount: number,
): string {
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

const numberFormat = (language: Locale, maximumFractionDigits = 0) =>
  new Intl.NumberFormat(toLanguageTag(language), { maximumFractionDigits })
const percentFormat = (language: Locale) =>
  new Intl.NumberFormat(toLanguageTag(language), { style: 'percent', maximumFractionDigits: 0 })
const oneDecimal = (value: number) => Math.round(value * 10) / 10
const starsDelta = (current: number, previous: number) => oneDecimal(oneDecimal(current) - oneDecimal(previous))
