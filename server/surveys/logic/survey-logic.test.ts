import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conditionalQuestionCss } from '@/components/public-survey/conditional-question-css'
import { readFormAnswer, walkQuestions } from '@/public/survey-logic.js'
import { type FormAnswers, validateAnswers } from '../../responses/validate-answers'
import { pickByTestLength } from '../../testing/test-length'
import { listAnswerValues } from '../constants'
import type { Question } from '../schema'
import { arbitraryForm, arbitrarySurvey } from './arbitrary-survey'
import { exploreLogic } from './explore-logic'
import { findLogicErrors } from './find-logic-errors'
import { listShownByCss } from './list-shown-by-css'
import { toLogicQuestions } from './survey-logic'

const surveyAndForm = arbitrarySurvey().chain((questions) =>
  fc.record({ questions: fc.constant(questions), form: arbitraryForm(questions) }),
)

const listIds = (questions: readonly { id: string }[]) => questions.map(({ id }) => id)

/** As public/survey-rules.js reads the form. */
function listAskedByPage(questions: readonly Question[], form: FormAnswers): string[] {
  const read = (question: Parameters<typeof readFormAnswer>[0]) => readFormAnswer(question, form.get(question.id) ?? [])
  return listIds(walkQuestions(toLogicQuestions(questions), read).questions)
}

describe('which questions of a survey are asked', () => {
  it('is the same for the service, the script of the page, and the style sheet without a script', () => {
    let exact = 0
    const runs = pickByTestLength(1000, 10_000)
    fc.assert(
      fc.property(surveyAndForm, ({ questions, form }) => {
        const byPage = listAskedByPage(questions, form)
        const { answers, errors } = validateAnswers(questions, form, 'en')
        const values = new Map(answers.map(({ questionId, value }) => [questionId, value]))
        const byService = listIds(walkQuestions(toLogicQuestions(questions), ({ id }) => values.get(id)).questions)
        expect(byService).toEqual(byPage)
        expect([...values.keys(), ...errors.keys()].filter((id) => !byPage.includes(id))).toEqual([])
        const { css, isExact } = conditionalQuestionCss(questions, toLogicQuestions(questions))
        const byCss = listShownByCss(css, questions, form)
        // What a selector cannot say is shown.
        expect(isExact ? byCss : byPage.filter((id) => byCss.includes(id))).toEqual(byPage)
        exact += Number(isExact)
      }),
      { numRuns: runs },
    )
    expect(exact).toBeGreaterThan(runs * 0.7)
  })

  it('follows the first jump that applies, also past questions that are not asked', () => {
    const question = (id: string, logic: Partial<Question> = {}): Question => ({
      id,
      type: 'yes_no',
      text: id,
      required: false,
      ...logic,
    })
    const questions = [
      question('a', {
        next: [
          { if: { question: 'a', in: [false] }, to: 'end', ending: 'sorry' },
          { if: { question: 'a', in: [true] }, to: 'c' },
        ],
      }),
      question('b'),
      question('c', { showIf: { question: 'b', answered: true } }),
      question('d'),
    ]
    const walk = (form: Record<string, string[]>) => listAskedByPage(questions, new Map(Object.entries(form)))
    expect(walk({})).toEqual(['a', 'b', 'd'])
    expect(walk({ b: ['no'] })).toEqual(['a', 'b', 'c', 'd'])
    expect(walk({ a: ['yes'], b: ['no'] })).toEqual(['a', 'd'])
    expect(walk({ a: ['no'] })).toEqual(['a'])
  })
})

describe('questions and jumps that no answers lead to', () => {
  const types = [
    'scale',
    'dropdown',
    'multiple_choice',
    'thumbs',
    'text',
    'number',
    'date',
    'consent',
    'statement',
    'matrix',
    'ranking',
  ] as const
  const smallSurvey = arbitrarySurvey({ types, maxQuestions: 5, maxOptions: 2 })

  it('are exactly those that no combination of answers reaches', () => {
    fc.assert(
      fc.property(smallSurvey, (questions) => {
        const found = exploreLogic(questions)
        const { reached, jumps } = tryAllAnswers(questions)
        expect([...(found?.questions ?? [])].sort()).toEqual([...reached].sort())
        const foundJumps = [...(found?.jumps ?? [])].flatMap(([id, indexes]) =>
          [...indexes].map((one) => `${id} ${one}`),
        )
        expect(foundJumps.sort()).toEqual([...jumps].sort())
        const errors = Object.keys(findLogicErrors(questions, questions, []))
        const dead = questions.flatMap(({ id, showIf }, index) =>
          reached.has(id) ? [] : [`questions.${index}${showIf ? '.showIf' : ''}`],
        )
        expect(errors.filter((path) => !path.includes('.next.'))).toEqual(dead)
      }),
      { numRuns: pickByTestLength(300, 3000) },
    )
  })

  it('are looked for in bounded time', () => {
    const options = Array.from({ length: 20 }, (_, option) => ({ id: `o${option}`, label: 'O' }))
    const questions = Array.from({ length: 50 }, (_, index): Question => {
      const conditions = options.slice(0, 10).map(({ id }) => ({ question: `q${Math.max(0, index - 7)}`, in: [id] }))
      const next = index < 40 ? [{ if: { any: conditions }, to: `q${index + 9}` }] : []
      return {
        id: `q${index}`,
        type: 'multiple_choice',
        text: 'Q',
        required: false,
        options,
        ...(index > 7 ? { next } : {}),
      }
    })
    expect(exploreLogic(questions)).toBeNull()
    const { css, isExact } = conditionalQuestionCss(questions, toLogicQuestions(questions))
    expect(css.length).toBeLessThan(14_000)
    expect(isExact).toBe(false)
  })
})

function tryAllAnswers(questions: readonly Question[]) {
  const reached = new Set<string>()
  const jumps = new Set<string>()
  const logic = toLogicQuestions(questions)
  const choices = questions.map(listAllAnswers)
  const values = new Map<string, ReturnType<typeof listAllAnswers>[number]>()
  const visit = (index: number) => {
    const [question, own] = [questions[index], choices[index]]
    if (question && own) {
      for (const value of own) {
        values.set(question.id, value)
        visit(index + 1)
      }
      return
    }
    const path = listIds(walkQuestions(logic, ({ id }) => values.get(id)).questions)
    for (const [position, id] of path.entries()) {
      reached.add(id)
      const jump = findJump(logic, path, position, values)
      if (jump >= 0) jumps.add(`${id} ${jump}`)
    }
  }
  visit(0)
  return { reached, jumps }
}

/** The jump after a question, found by cutting the survey after it: each jump goes to a question of its own. */
function findJump(
  logic: ReturnType<typeof toLogicQuestions>,
  path: readonly string[],
  position: number,
  values: ReadonlyMap<string, ReturnType<typeof listAllAnswers>[number]>,
): number {
  const index = logic.findIndex(({ id }) => id === path[position])
  const question = logic[index]
  if (!question?.next) return -1
  const next = question.next.map((jump, number) => ({ ...jump, to: `jump-${number}` }))
  const targets = next.map(({ to }) => ({ id: to, kind: 'text' as const, next: [{ to: 'end' }] }))
  const none = { id: 'none', kind: 'text' as const, next: [{ to: 'end' }] }
  const cut = [...logic.slice(0, index), { ...question, next }, none, ...targets]
  const last = walkQuestions(cut, ({ id }) => values.get(id)).questions.at(-1)?.id ?? ''
  return last === 'none' ? -1 : Number(last.slice('jump-'.length))
}

function listAllAnswers(question: Question) {
  const values = listAnswerValues(question)
  const unanswered = question.required ? [] : [undefined]
  if (question.type === 'statement') return [undefined]
  if (question.type === 'text') return ['…', ...unanswered]
  if (question.type === 'ranking') return [['o1', 'o0'], ...unanswered]
  if (question.type === 'matrix') return listMatrixAnswers(question)
  if (question.type === 'number') return [...Array.from({ length: 11 }, (_, step) => step / 2), ...unanswered]
  if (question.type === 'date')
    return [...Array.from({ length: 6 }, (_, day) => `2026-01-0${day + 1}`), '2025-12-31', ...unanswered]
  if (question.type !== 'multiple_choice') return [...values, ...unanswered]
  const subsets = values.reduce<string[][]>(
    (all, value) => [...all, ...all.map((one) => [...one, String(value)])],
    [[]],
  )
  return [...subsets.filter((one) => one.length > 0), ...unanswered]
}

function listMatrixAnswers({ rows = [], options = [], required }: Question) {
  const perRow = rows.map((row) => [...options.map((column) => [`${row.id}:${column.id}`]), ...(required ? [] : [[]])])
  const lists = perRow.reduce<string[][]>(
    (all, some) => all.flatMap((list) => some.map((cell) => [...list, ...cell])),
    [[]],
  )
  return [...lists.filter((list) => list.length > 0), ...(required ? [] : [undefined])]
}
