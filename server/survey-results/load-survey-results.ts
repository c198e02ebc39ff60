import { chooseTrendStepUnit, listTrendStepStarts, listTrendStepUnits } from '../overview/period'
import { formatAnswerKey, parseAnswerKey } from '../responses/constants'
import { countResponses } from '../responses/response-filter'
import { countDays, type TrendStepUnit } from '../responses/response-stats'
import { findScale, otherTextId } from '../surveys/constants'
import { listQuestionsIncludingMetric } from '../surveys/questions'
import { toPlainText } from '../surveys/recall/wording'
import { type Question, QuestionType, ScoreBand } from '../surveys/schema'
import { getSurvey } from '../surveys/surveys'
import {
  type AnswerCount,
  type AnswerWording,
  countFilteredAnswers,
  countMatchingResponses,
  type LatestText,
  listLatestTexts,
  listRecentWordings,
  loadAnswerCounts,
  loadCompletion,
  loadTimeToComplete,
} from './answer-count-queries'
import { presentSpread } from './present-spread'
import { type ResultsScope, resolveResultsScope } from './resolve-results-scope'
import type { QuestionResults, SurveyResults, SurveyResultsQuery } from './schema'
import { type DateRow, type NumberRow, spreadDates, summarizeNumbers } from './spread-queries'
import { summarizeQuestion, summarizeScale, toCountsByKey } from './summarize-question'

/**
 * Results of a survey: how its questions were answered by the responses that count in scores and match the filters.
 * @throws {NotFound} if the survey is unknown, deleted, or in another organization
 */
export async function loadSurveyResults(organizationId: string, query: SurveyResultsQuery): Promise<SurveyResults> {
  const survey = await getSurvey(organizationId, query.id)
  const scope = await resolveResultsScope(organizationId, query)
  const length = scope.period ? countDays(scope.period) : 1
  const step = chooseTrendStepUnit(length, query.step)
  const current = listQuestionsIncludingMetric(survey)
    .filter(({ type }) => type !== 'statement')
    .map((question) => ({ ...question, text: toPlainText(question.text) }))
  const has = (type: QuestionType) => current.some((question) => question.type === type)
  const [{ totals, trend, ...counted }, texts, { begun, submitted, stopped }, numbers, dates, timeToComplete] =
    await Promise.all([
      countAnswers(organizationId, scope, step),
      listLatestTexts(organizationId, scope.filter),
      loadCompletion(organizationId, scope.filter),
      has('number') ? summarizeNumbers(organizationId, scope.filter) : [],
      has('date') ? spreadDates(organizationId, scope.filter) : [],
      loadTimeToComplete(organizationId, scope.filter),
    ])
  const former = await findFormerWordings(organizationId, survey.id, { current, counts: totals })
  const days = scope.period ? listTrendStepStarts(scope.period, step) : []
  const parts = {
    totals: toCountsByKey(totals),
    trend: groupByDayAndQuestion(trend),
    texts,
    days,
    former,
    numbers,
    dates,
    stopped: stopped ?? {},
  }
  return {
    survey: { id: survey.id, name: survey.name, type: survey.type },
    period: scope.period,
    step,
    steps: listTrendStepUnits(length),
    ...counted,
    completion: { begun, submitted },
    timeToComplete: presentTimeToComplete(timeToComplete),
    questions: [
      ...current.map((question) => presentQuestion({ ...question, isCurrent: true }, parts)),
      ...listFormerQuestions(totals, former, current).map((question) =>
        presentQuestion({ ...question, isCurrent: false }, parts),
      ),
    ],
  }
}

function presentTimeToComplete({
  known,
  quartiles,
}: Awaited<ReturnType<typeof loadTimeToComplete>>): SurveyResults['timeToComplete'] {
  if (quartiles === null) return null
  const [lowerQuartile, median, upperQuartile] = quartiles.map(Math.round) as [number, number, number]
  return { known, lowerQuartile, median, upperQuartile }
}

type CountedAnswers = { responses: number; counted: number; totals: AnswerCount[]; trend: AnswerCount[] }

async function countAnswers(
  organizationId: string,
  { surveyId, days, filter, isPeriodOnly }: ResultsScope,
  step: TrendStepUnit,
): Promise<CountedAnswers> {
  if (isPeriodOnly) {
    const [responses, totals, trend] = await Promise.all([
      countResponses(organizationId, filter),
      loadAnswerCounts(organizationId, { surveyId, days }),
      loadAnswerCounts(organizationId, { surveyId, days, step }),
    ])
    return { responses, counted: responses, totals, trend }
  }
  const [responses, { counted, counts }] = await Promise.all([
    filter.contacts ? countMatchingResponses(organizationId, filter) : countResponses(organizationId, filter),
    countFilteredAnswers(organizationId, filter, step),
  ])
  return { responses, counted, totals: sumSteps(counts), trend: counts }
}

function sumSteps(counts: readonly AnswerCount[]): AnswerCount[] {
  const totals = new Map<string, number>()
  for (const { key, n } of counts) totals.set(key, (totals.get(key) ?? 0) + n)
  return Array.from(totals, ([key, n]) => ({ key, day: null, n }))
}

/** Wordings of questions and options that were answered and that the survey no longer has. */
async function findFormerWordings(
  organizationId: string,
  surveyId: string,
  { current, counts }: { current: readonly Question[]; counts: readonly AnswerCount[] },
): Promise<AnswerWording[]> {
  const isOffered = (key: string) => {
    const answer = parseAnswerKey(key)
    const question = current.find(({ id, type }) => id === answer?.questionId && type === answer.type)
    if (answer === null || current.some(({ id }) => otherTextId(id) === answer.questionId)) return true
    if (question === undefined) return false
    const options = question.options ?? []
    return (
      answer.value === null || options.length === 0 || options.some(({ id }) => answer.value?.split(':').includes(id))
    )
  }
  return counts.every(({ key }) => isOffered(key)) ? [] : listRecentWordings(organizationId, surveyId)
}

type PresentedQuestion = Pick<Question, 'id' | 'type' | 'text' | 'options' | 'rows' | 'min' | 'max'> & {
  isCurrent: boolean
}

/** Questions that were answered and that the survey no longer has. One that no recent response answers is named by its id. */
function listFormerQuestions(
  counts: readonly AnswerCount[],
  former: readonly AnswerWording[],
  current: readonly Question[],
) {
  return counts.flatMap(({ key }) => {
    const { questionId, type, value } = parseAnswerKey(key) ?? { questionId: '', type: '', value: null }
    const isCurrent = current.some(
      (question) => (question.id === questionId && question.type === type) || otherTextId(question.id) === questionId,
    )
    const known = QuestionType.safeParse(type)
    if (value !== null || isCurrent || !known.success) return []
    const wording = former.find((one) => one.questionId === questionId && one.type === type)
    return [{ id: questionId, type: known.data, text: wording?.text ?? questionId }]
  })
}

type Parts = {
  totals: ReadonlyMap<string, number>
  trend: ReadonlyMap<string, Map<string, number>>
  texts: readonly LatestText[]
  days: readonly string[]
  former: readonly AnswerWording[]
  numbers: readonly NumberRow[]
  dates: readonly DateRow[]
  stopped: Readonly<Record<string, number>>
}

function presentQuestion({ isCurrent, ...question }: PresentedQuestion, parts: Parts): QuestionResults {
  const { id, type, text } = question
  const labels = parts.former.find((wording) => wording.questionId === id && wording.type === type)?.labels
  return {
    id,
    type,
    text,
    isCurrent,
    ...summarizeQuestion({ ...question, counts: parts.totals }, labels),
    scale: findScale(question),
    trend: findScale(question) ? parts.days.map((day) => ({ day, ...summarizeStep(question, day, parts.trend) })) : [],
    texts: parts.texts
      .filter(({ questionId }) => questionId === (type === 'text' ? id : otherTextId(id)))
      .map(presentText),
    numbers: type === 'number' ? (parts.numbers.find(({ questionId }) => questionId === id)?.summary ?? null) : null,
    spread: presentSpread(question, parts),
    stopped: isCurrent ? (parts.stopped[id] ?? 0) : 0,
  }
}

function groupByDayAndQuestion(counts: readonly AnswerCount[]): Map<string, Map<string, number>> {
  const groups = new Map<string, Map<string, number>>()
  for (const { key, day, n } of counts) {
    const { questionId = '', type = '' } = parseAnswerKey(key) ?? {}
    const group = `${day} ${formatAnswerKey({ questionId, type, value: null })}`
    groups.set(group, (groups.get(group) ?? new Map<string, number>()).set(key, n))
  }
  return groups
}

function summarizeStep(question: Omit<PresentedQuestion, 'isCurrent'>, day: string, trend: Parts['trend']) {
  const { id, type } = question
  const counts = trend.get(`${day} ${formatAnswerKey({ questionId: id, type, value: null })}`) ?? new Map()
  const { score, mean } = summarizeScale({ ...question, counts })
  return score ?? mean ?? { n: 0, value: null, interval: null }
}

function presentText({ responseId, text, band, createdAt }: LatestText) {
  return { responseId, text, band: ScoreBand.nullable().parse(band), createdAt: new Date(createdAt).toISOString() }
}
