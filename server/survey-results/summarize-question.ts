import { formatAnswerKey, parseAnswerKey } from '../responses/constants'
import type { ScoreSummary } from '../responses/schema'
import { computeShare, meanConfidenceInterval, type ScoreCounts, summarizeScores } from '../responses/scores'
import { findScale, isMetric, listAnswerValues } from '../surveys/constants'
import type { Question } from '../surveys/schema'
import type { AnswerCount } from './answer-count-queries'
import type { AnswerShare, QuestionResults } from './schema'

type QuestionWithCounts = Pick<Question, 'id' | 'type' | 'options' | 'rows' | 'min' | 'max'> & {
  counts: ReadonlyMap<string, number>
}

/** Counts of a question's values in the order of the survey, then of values that it no longer offers. */
export function summarizeQuestion(
  question: QuestionWithCounts,
  labels: Readonly<Record<string, string>> = {},
): Pick<QuestionResults, 'n' | 'score' | 'mean' | 'values'> {
  const { id, type, counts } = question
  const n = counts.get(formatAnswerKey({ questionId: id, type, value: null })) ?? 0
  return { n, ...summarizeScale(question), values: listValues(question, n, labels) }
}

/** The score of an NPS, CSAT or CES question, or the mean of another scale. */
export function summarizeScale(question: QuestionWithCounts): Pick<QuestionResults, 'score' | 'mean'> {
  const { type } = question
  const scale = findScale(question)
  if (scale === null) return { score: null, mean: null }
  const scores = new Map(
    listCountedValues(question).flatMap(([value, n]) => (/^\d+$/.test(value) ? [[Number(value), n] as const] : [])),
  )
  return isMetric(type)
    ? { score: summarizeScores(type, scores), mean: null }
    : { score: null, mean: computeMean(scores, scale) }
}

function computeMean(counts: ScoreCounts, { min, max }: { min: number; max: number }): ScoreSummary {
  const total = (value: (score: number) => number) =>
    [...counts].reduce((sum, [score, count]) => sum + count * value(score), 0)
  const [n, sum, sumOfSquares] = [total(() => 1), total((score) => score), total((score) => score ** 2)]
  if (n === 0) return { n, value: null, interval: null }
  return {
    n,
    value: Math.round((sum / n) * 10) / 10,
    interval: meanConfidenceInterval({ n, sum, sumOfSquares }, min, max),
  }
}

function listValues(question: QuestionWithCounts, n: number, labels: Readonly<Record<string, string>>): AnswerShare[] {
  if (question.type === 'ranking') return listRankedOptions(question, n, labels)
  const counted = new Map(listCountedValues(question))
  const offered = listAnswerValues(question).map(String)
  const former = [...counted.keys()].filter((value) => !offered.includes(value)).toSorted()
  return [...offered, ...former].map((value) => {
    const count = counted.get(value) ?? 0
    const { option, row } = findLabels(question, value)
    const answered = question.type === 'matrix' ? countRow(counted, value) : n
    return {
      value,
      label: option ?? labels[value] ?? null,
      row,
      n: count,
      share: computeShare(count, answered),
      averagePlace: null,
    }
  })
}

type Labels = { option: AnswerShare['label']; row: AnswerShare['row'] }

/** A value of a matrix is `<row>:<option>`. */
function findLabels({ type, options = [], rows = [] }: QuestionWithCounts, value: string): Labels {
  const [rowId, columnId] = value.split(':')
  const findLabel = (items: readonly { id: string; label: AnswerShare['label'] }[], id: string | undefined) =>
    items.find((item) => item.id === id)?.label ?? null
  if (type !== 'matrix') return { option: findLabel(options, value), row: null }
  return { option: findLabel(options, columnId), row: findLabel(rows, rowId) ?? rowId ?? null }
}

function countRow(counted: ReadonlyMap<string, number>, cell: string): number {
  const row = `${cell.split(':')[0]}:`
  return [...counted].reduce((sum, [value, n]) => (value.startsWith(row) ? sum + n : sum), 0)
}

/** Counted by option and place, as `<option>:<place>`. */
function listRankedOptions(
  question: QuestionWithCounts,
  n: number,
  labels: Readonly<Record<string, string>>,
): AnswerShare[] {
  const places = listCountedValues(question).map(([value, count]) => {
    const [option = '', place] = value.split(':')
    return { option, place: Number(place), count }
  })
  const { options = [] } = question
  const ids = [...new Set([...options.map(({ id }) => id), ...places.map(({ option }) => option)])]
  return ids.map((value) => {
    const own = places.filter(({ option }) => option === value)
    const ranked = own.reduce((sum, { count }) => sum + count, 0)
    const sumOfPlaces = own.reduce((sum, { place, count }) => sum + place * count, 0)
    const first = own.find(({ place }) => place === 1)?.count ?? 0
    return {
      value,
      label: options.find(({ id }) => id === value)?.label ?? labels[value] ?? null,
      row: null,
      n: first,
      share: computeShare(first, n),
      averagePlace: ranked === 0 ? null : Math.round((10 * sumOfPlaces) / ranked) / 10,
    }
  })
}

function listCountedValues({ id, type, counts }: QuestionWithCounts): (readonly [string, number])[] {
  return [...counts].flatMap(([key, n]) => {
    const answer = parseAnswerKey(key)
    return answer?.questionId === id && answer.type === type && answer.value !== null
      ? [[answer.value, n] as const]
      : []
  })
}

export function toCountsByKey(counts: readonly AnswerCount[]): ReadonlyMap<string, number> {
  return new Map(counts.map(({ key, n }) => [key, n]))
}
