import * as fc from 'fast-check'
import type { FormAnswers } from '../../responses/validate-answers'
import { hasOptions, listAnswerValues, QUESTION_TYPES, SURVEY_END } from '../constants'
import type { Question } from '../schema'
import type { Condition, Jump, ShowIf } from './schema'

/* Random surveys whose conditions and jumps are well formed, and random forms, for tests. */

const TYPES = QUESTION_TYPES
const DATES = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04']

type Shape = { types?: readonly Question['type'][]; maxQuestions?: number; maxOptions?: number }

export function arbitrarySurvey({ types = TYPES, maxQuestions = 8, maxOptions = 4 }: Shape = {}) {
  return fc
    .array(fc.tuple(fc.constantFrom(...types), fc.boolean(), fc.integer({ min: 2, max: maxOptions })), {
      minLength: 1,
      maxLength: maxQuestions,
    })
    .chain((parts) => {
      const questions = parts.map(([type, required, optionCount], index): Question => {
        const ids = Array.from({ length: optionCount }, (_, option) => ({ id: `o${option}`, label: `O ${option}` }))
        const isAsked = type !== 'statement'
        return {
          id: `q${index}`,
          type,
          text: `Question ${index}`,
          required: required && isAsked,
          ...(hasOptions(type) ? { options: ids } : {}),
          ...(type === 'matrix' ? { rows: ids.slice(0, 2) } : {}),
          ...(type === 'scale' ? { min: 0, max: 4 } : {}),
          ...(type === 'number' ? { min: 0, max: 5 } : {}),
        }
      })
      return fc.tuple(...questions.map((question, index) => arbitraryLogic(question, index, questions)))
    })
}

function arbitraryLogic(question: Question, index: number, questions: readonly Question[]) {
  const showIf = arbitraryRule(questions.slice(0, index))
  const targets = [...questions.slice(index + 1).map(({ id }) => id), SURVEY_END]
  const jump = fc.record({
    rule: arbitraryRule(questions.slice(0, index + 1)),
    to: fc.constantFrom(...targets),
  })
  return fc
    .record({
      showIf: fc.option(showIf, { freq: 2, nil: null }),
      next: fc.option(fc.array(jump, { minLength: 1, maxLength: 3 }), { freq: 1, nil: null }),
    })
    .map(
      (logic): Question => ({
        ...question,
        ...(logic.showIf ? { showIf: logic.showIf } : {}),
        ...(logic.next
          ? { next: logic.next.map(({ rule, to }): Jump => ({ ...(rule ? { if: rule } : {}), to })) }
          : {}),
      }),
    )
}

function arbitraryRule(questions: readonly Question[]): fc.Arbitrary<ShowIf | null> {
  const sources = questions.filter(({ type }) => type !== 'statement')
  if (sources.length === 0) return fc.constant(null)
  const condition = fc.constantFrom(...sources).chain((source) => arbitraryCondition(source, sources))
  const conditions = fc.array(condition, { minLength: 1, maxLength: 3 })
  return fc.oneof(
    condition,
    conditions.map((all) => ({ all })),
    conditions.map((any) => ({ any })),
    fc.constant(null),
  )
}

function arbitraryCondition(source: Question, sources: readonly Question[]): fc.Arbitrary<Condition> {
  const { id: question } = source
  const answered = fc.boolean().map((value): Condition => ({ question, answered: value }))
  const values = listAnswerValues(source)
  if (source.type === 'number')
    return fc.oneof(
      answered,
      fc.tuple(fc.nat(5), fc.nat(3)).map(([min, more]) => ({ question, min, max: min + more })),
    )
  if (source.type === 'date')
    return fc.oneof(
      answered,
      fc.constantFrom(...DATES).map((day) => ({ question, max: day })),
    )
  if (values.length === 0) return answered
  const choices: fc.Arbitrary<Condition>[] = [
    answered,
    fc.subarray(values, { minLength: 1 }).map((some) => ({ question, in: some })),
  ]
  if (values.every((value) => typeof value === 'number'))
    choices.push(
      fc.tuple(fc.constantFrom(...values), fc.nat(3)).map(([min, more]) => ({ question, min, max: min + more })),
    )
  if (sources.some(({ type }) => type === 'nps' || type === 'csat' || type === 'ces'))
    choices.push(
      fc.subarray(['promoter', 'passive', 'detractor'] as const, { minLength: 1 }).map((band) => ({ band: [...band] })),
    )
  return fc.oneof(...choices)
}

/** Fields as a browser sends them, also those of questions that are not asked. */
export function arbitraryForm(questions: readonly Question[]): fc.Arbitrary<FormAnswers> {
  return fc
    .tuple(...questions.map((question) => arbitraryFields(question)))
    .map((fields) => new Map(fields.flatMap((values, index) => (values.length > 0 ? [[`q${index}`, values]] : []))))
}

function arbitraryFields(question: Question): fc.Arbitrary<string[]> {
  const none = fc.constant<string[]>([])
  if (question.type === 'statement') return none
  if (question.type === 'number')
    return fc.oneof(
      none,
      fc.constantFrom('0', '2', '3,5').map((one) => [one]),
    )
  if (question.type === 'date')
    return fc.oneof(
      none,
      fc.constantFrom(...DATES).map((one) => [one]),
    )
  if (question.type === 'text') return fc.oneof(none, fc.constant<string[]>(['Quiet']))
  const values = listAnswerValues(question).map((value) =>
    typeof value === 'boolean' ? (value ? 'yes' : 'no') : `${value}`,
  )
  if (question.type === 'ranking') return fc.subarray(['o0:1', 'o1:2'])
  if (question.type === 'matrix') {
    const rows = question.rows ?? []
    const cells = rows.map(({ id }) => fc.constantFrom(...values.filter((value) => value.startsWith(`${id}:`))))
    return fc.oneof(none, fc.tuple(...cells))
  }
  if (question.type === 'multiple_choice') return fc.subarray(values)
  return fc.oneof(
    { weight: 1, arbitrary: none },
    { weight: 3, arbitrary: fc.constantFrom(...values).map((one) => [one]) },
  )
}
