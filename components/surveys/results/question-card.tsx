import type { ReactNode } from 'react'
import { formatNumber } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { formatConfidenceBounds, formatMetricValue } from '@/components/responses/format-metric-value'
import { responseListHref } from '@/components/responses/response-urls'
import { Stat } from '@/components/ui/charts/stat'
import { Badge } from '@/components/ui/content/badge'
import type { SearchParams } from '@/components/ui/search-params'
import { MIN_ANSWERS_FOR_SCORE } from '@/server/overview/constants'
import { formatAnswerKey } from '@/server/responses/constants'
import type { ScoreSummary } from '@/server/responses/schema'
import type {
  AnswerShare,
  QuestionResults,
  SurveyResults,
  SurveyResultsComparison,
} from '@/server/survey-results/schema'
import { classifyScore, isMetric, otherTextId, pickTranslation } from '@/server/surveys/constants'
import { type AnswerBar, AnswerBars } from './answer-bars'
import { describeValue } from './describe-value'
import { QuestionTrend } from './question-trend'
import { SpreadBars } from './spread-bars'
import { TextAnswers } from './text-answers'

export type QuestionCardProps = {
  question: QuestionResults
  /** The same question among the responses that are compared. */
  other: QuestionResults | undefined
  changes: SurveyResultsComparison['changes']
  step: SurveyResults['step']
  /** The question of the survey's own score, which stands above the questions. */
  isSurveyScore: boolean
  /** Of the list of the responses; null where it may not be opened. */
  listParams: SearchParams | null
  showsTexts: boolean
}

/** How one question was answered. */
export async function QuestionCard(props: QuestionCardProps) {
  const [t, locale] = await Promise.all([getT('surveyResults'), getLocale()])
  const { question, other, step, isSurveyScore, listParams, showsTexts } = props
  const { id, type, text, isCurrent, n, values, numbers, spread, texts, stopped, trend } = question
  const hasTrend = n >= MIN_ANSWERS_FOR_SCORE && trend.filter((point) => point.n > 0).length > 1
  const titleId = `question-${id}-${type}`
  return (
    <section
      aria-labelledby={titleId}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 rounded-card border bg-surface p-5 print:break-inside-avoid"
    >
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h2 id={titleId} dir="auto" className="text-16 font-semibold wrap-anywhere">
            {pickTranslation(text, locale)}
          </h2>
          {!isCurrent && <Badge>{t('former')}</Badge>}
        </div>
        <p className="figures flex flex-wrap gap-x-3 text-13 text-ink-faint">
          <span>{t(`questionType.${type}`)}</span>
          <span>{t('n', { count: n })}</span>
          {stopped > 0 && <span>{t('stopped', { count: stopped })}</span>}
        </p>
      </div>
      {(!isSurveyScore || other) && <QuestionScore question={question} other={other} />}
      {values.length > 0 && n > 0 && <QuestionBars {...props} />}
      {numbers && <NumberFigures numbers={numbers} />}
      {spread && n >= MIN_ANSWERS_FOR_SCORE && <SpreadBars spread={spread} />}
      {type === 'text' && showsTexts && <TextAnswers questionId={id} count={n} texts={texts} listParams={listParams} />}
      {type !== 'text' && texts.length > 0 && (
        <TextAnswers questionId={otherTextId(id)} count={null} texts={texts} listParams={listParams} />
      )}
      {hasTrend && <QuestionTrend question={question} step={step} />}
    </section>
  )
}

async function QuestionScore({ question, other }: Pick<QuestionCardProps, 'question' | 'other'>) {
  const summary = question.score ?? question.mean
  if (summary === null || summary.n < MIN_ANSWERS_FOR_SCORE) return null
  return (
    <div className="flex flex-wrap gap-x-10 gap-y-3">
      <ScoreFigure question={question} summary={summary} />
      {other && <ScoreFigure question={other} summary={other.score ?? other.mean ?? summary} isOther />}
    </div>
  )
}

async function NumberFigures({ numbers }: { numbers: NonNullable<QuestionResults['numbers']> }) {
  const [t, locale] = await Promise.all([getT('surveyResults'), getLocale()])
  const format = (value: number) => formatNumber(value, locale, 1)
  return (
    <div className="flex flex-wrap gap-x-10 gap-y-3">
      <Stat label={t('mean')} value={format(numbers.mean)} facts={[t('recent', { count: numbers.n })]} />
      <Stat label={t('median')} value={format(numbers.median)} />
      <Stat label={t('range')} value={t('rangeValue', { low: format(numbers.min), high: format(numbers.max) })} />
    </div>
  )
}

type ScoreFigureProps = { question: QuestionResults; summary: ScoreSummary; isOther?: boolean }

async function ScoreFigure({ question: { type, scale }, summary, isOther = false }: ScoreFigureProps) {
  const [t, overview, locale] = await Promise.all([getT('surveyResults'), getT('overview'), getLocale()])
  const isTooFew = summary.n < MIN_ANSWERS_FOR_SCORE
  const metric = isMetric(type) ? type : null
  const format = (value: number) => (metric ? formatMetricValue(metric, value, locale) : formatNumber(value, locale, 1))
  const bounds = metric
    ? formatConfidenceBounds(metric, summary, locale)
    : summary.interval && { low: format(summary.interval.low), high: format(summary.interval.high) }
  const unit =
    metric === null ? scale && t('meanOf', { max: scale.max }) : metric !== 'nps' && overview(`units.${metric}`)
  return (
    <Stat
      size="medium"
      label={isOther ? t('compare.others') : metric ? overview(`metrics.${metric}`) : t('mean')}
      value={summary.value === null || isTooFew ? null : format(summary.value)}
      {...(unit ? { unit } : {})}
      empty={t('n', { count: summary.n })}
      facts={bounds && !isTooFew ? [t('interval', bounds)] : []}
    />
  )
}

async function QuestionBars({ question, other, changes, listParams }: QuestionCardProps) {
  const [t, locale] = await Promise.all([getT('surveyResults'), getLocale()])
  const { n, type, scale, values } = question
  const labels = await Promise.all(values.map((value) => describeValue(question, value)))
  const isSmall = n < MIN_ANSWERS_FOR_SCORE
  const bars = values.map(
    (answer, index): AnswerBar => ({
      answer,
      other: other?.values.find(({ value }) => value === answer.value),
      change: changes[toKey(question, answer)],
      label: labels[index] ?? answer.value,
      band: isMetric(type) ? classifyScore(type, Number(answer.value)) : null,
      // A ranking has every option: those who put it first cannot be listed.
      href: listParams && type !== 'ranking' ? hrefToAnswer(question, answer, listParams) : null,
    }),
  )
  const ordered = scale ? bars.toReversed() : bars.toSorted((one, next) => place(one) - place(next))
  const hasShortLabels = scale !== null || values.every(({ label }) => label === null)
  const readRow = ({ answer: { row } }: AnswerBar) => row && pickTranslation(row, locale)
  const rows = [...new Set(ordered.map(readRow))]
  return (
    <div className="grid gap-3">
      {rows.map((row) => (
        <div key={row} className="grid grid-cols-[minmax(0,1fr)] gap-1">
          {row !== null && (
            <h3 dir="auto" className="text-14 font-medium wrap-anywhere">
              {row}
            </h3>
          )}
          <AnswerBars bars={ordered.filter((bar) => readRow(bar) === row)} hasShortLabels={hasShortLabels} />
        </div>
      ))}
      {isSmall && <Note>{t('few', { least: MIN_ANSWERS_FOR_SCORE })}</Note>}
      {type === 'multiple_choice' && !isSmall && <Note>{t('severalNote')}</Note>}
      {type === 'ranking' && <Note>{t('rankingNote')}</Note>}
    </div>
  )
}

function place({ answer: { averagePlace } }: AnswerBar): number {
  return averagePlace ?? 0
}

function Note({ children }: { children: ReactNode }) {
  return <p className="text-13 text-ink-faint">{children}</p>
}

function toKey({ id, type }: QuestionResults, { value }: AnswerShare): string {
  return formatAnswerKey({ questionId: id, type, value })
}

function hrefToAnswer(question: QuestionResults, answer: AnswerShare, listParams: SearchParams): string {
  return responseListHref({ ...listParams, answer: toKey(question, answer) })
}
