import { type Locale, languageTag } from '../messages/locale'
import { translator } from '../messages/messages'
import { LEAST_ANSWERS } from '../overview/vocabulary'
import type { ScoreSummary } from '../responses/schema'
import type { Metric } from '../surveys/schema'
import type { DigestFigures } from './schema'

export type Figure = { label: string; value: string | null; unit: string | null; note: string }

export function figuresInWords(language: Locale, { metrics, rate, stars, responses, cases }: DigestFigures): Figure[] {
  const t = translator(language, 'email')
  const count = (value: number) => numbers(language).format(value)
  const plain = (label: string, value: number, note: string) => ({ label, value: count(value), unit: null, note })
  return [
    ...metrics.map((metric) => scoreInWords(language, metric)),
    rateInWords(language, rate),
    ...(stars.current.n + stars.previous.n > 0 ? [starsInWords(language, stars)] : []),
    plain(t('digest.answers'), responses.current, t('digest.before', { count: responses.previous })),
    ...(stars.current.n + stars.previous.n > 0
      ? [plain(t('digest.reviews'), stars.current.n, t('digest.before', { count: stars.previous.n }))]
      : []),
    plain(t('digest.cases'), cases.open, t('digest.overdue', { count: cases.overdue })),
  ]
}

function scoreInWords(
  language: Locale,
  { metric, current, previous, change }: DigestFigures['metrics'][number],
): Figure {
  const t = translator(language, 'email')
  const label = t('digest.metric', { metric })
  if (current.value === null || current.n < LEAST_ANSWERS)
    return { label, value: null, unit: null, note: t('digest.tooFew', { count: current.n }) }
  const by = change && numbers(language, metric === 'ces' ? 1 : 0).format(Math.abs(change.by))
  return {
    label,
    value: scoreOf(metric, current.value, language),
    unit: metric === 'nps' ? null : t('digest.unit', { metric }),
    note: joined(t('digest.n', { count: current.n }), changeInWords(language, change, by, previous.n)),
  }
}

function rateInWords(language: Locale, { current, previous, change }: DigestFigures['rate']): Figure {
  const t = translator(language, 'email')
  const label = t('digest.rate')
  const { answered, delivered, share } = current
  if (share === null || delivered < LEAST_ANSWERS)
    return { label, value: null, unit: null, note: t('digest.tooFewDelivered', { answered, delivered }) }
  // Shown in whole points: a change below half a point is none.
  const whole = change && { ...change, by: Math.round(change.by) + 0 }
  const by = whole && t('digest.points', { by: numbers(language).format(Math.abs(whole.by)) })
  return {
    label,
    value: percent(language).format(share),
    unit: null,
    note: joined(
      t('digest.delivered', { answered, delivered }),
      changeInWords(language, whole, by, previous.delivered),
    ),
  }
}

function starsInWords(language: Locale, { current, previous }: DigestFigures['stars']): Figure {
  const t = translator(language, 'email')
  const label = t('digest.stars')
  if (current.average === null || current.n < LEAST_ANSWERS)
    return { label, value: null, unit: null, note: t('digest.tooFewReviews', { count: current.n }) }
  const by = previous.average === null ? null : oneDecimal(oneDecimal(current.average) - oneDecimal(previous.average))
  const said = by && numbers(language, 1).format(Math.abs(by))
  return {
    label,
    value: numbers(language, 1).format(current.average),
    unit: t('digest.ofFive'),
    note: joined(
      t('digest.nReviews', { count: current.n }),
      // No significance is computed for the average of stars.
      changeInWords(language, by === null ? null : { by, isClear: true }, said || '', previous.n),
    ),
  }
}

type Change = ScoreChange | null
type ScoreChange = { by: number; isClear: boolean }

function changeInWords(language: Locale, change: Change, by: string | null, nBefore: number): string {
  const t = translator(language, 'email')
  if (change === null || nBefore < LEAST_ANSWERS) return t('digest.notComparable')
  const way = change.by === 0 ? 'same' : change.by > 0 ? 'up' : 'down'
  const words = t('digest.change', { way, by: by ?? '' })
  return change.isClear || change.by === 0 ? words : t('digest.unclear', { change: words })
}

export function daysInWords({ from, to }: { from: string; to: string }, language: Locale): string {
  const format = new Intl.DateTimeFormat(languageTag(language), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return format.formatRange(new Date(from), new Date(to))
}

function scoreOf(metric: Metric, value: NonNullable<ScoreSummary['value']>, language: Locale): string {
  if (metric === 'csat') return percent(language).format(value / 100)
  if (metric === 'ces') return numbers(language, 1).format(value)
  return new Intl.NumberFormat(languageTag(language), { signDisplay: 'exceptZero' }).format(value).replace('-', '−')
}

const joined = (one: string, other: string) => `${one}, ${other}`
const numbers = (language: Locale, maximumFractionDigits = 0) =>
  new Intl.NumberFormat(languageTag(language), { maximumFractionDigits })
const percent = (language: Locale) =>
  new Intl.NumberFormat(languageTag(language), { style: 'percent', maximumFractionDigits: 0 })
const oneDecimal = (value: number) => Math.round(value * 10) / 10
