import { formatDate, formatMonth, formatNumber } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import type { QuestionResults } from '@/server/survey-results/schema'
import { AnswerBars } from './answer-bars'

type Spread = NonNullable<QuestionResults['spread']>

/** How the answers to a number or a date are spread, one row per step. */
export async function SpreadBars({ spread: { step, areWhole, bins } }: { spread: Spread }) {
  const [t, locale] = await Promise.all([getT('surveyResults'), getLocale()])
  const describe = (from: string) => {
    if (typeof step !== 'number') return describeDate(from, step, locale)
    const low = Number(from)
    if (areWhole && step === 1) return formatNumber(low, locale)
    return t('below', { low: formatNumber(low, locale, 2), high: formatNumber(low + step, locale, 2) })
  }
  const bars = bins.map(({ from, n, share }) => ({
    answer: { value: from, label: null, row: null, n, share, averagePlace: null },
    other: undefined,
    change: undefined,
    label: describe(from),
    band: null,
    href: null,
  }))
  return <AnswerBars bars={bars} hasShortLabels={false} />
}

function describeDate(day: string, step: Exclude<Spread['step'], number>, locale: string): string {
  if (step === 'day') return formatDate(day, locale, 'UTC')
  return step === 'month' ? formatMonth(day.slice(0, 7), locale) : day.slice(0, 4)
}
