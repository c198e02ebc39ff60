import { conditionHolds, type LogicCondition, type LogicQuestion, ruleHolds } from '@/public/survey-logic.js'
import { DAY_MS } from '../../clock'
import { isTyped, listAnswerValues, SURVEY_END, toCell } from '../constants'
import type { Question } from '../schema'
import { toLogicQuestions } from './survey-logic'

type Value = string | number | boolean | string[]
type State = { target: string | undefined; answers: ReadonlyMap<string, Value> }

/** @property jumps per question id, the indexes of the jumps that can be taken */
export type ReachableParts = { questions: ReadonlySet<string>; jumps: ReadonlyMap<string, ReadonlySet<number>> }

/** Beyond this much work a survey counts as free of dead ends. */
const MAX_TRANSITIONS = 20_000
const MAX_SAMPLES = 64

/**
 * Finds which questions can be asked, and which jumps taken, by some answers. Answers that no condition tells apart count as one, and an
 * answer is forgotten after the last condition about it. Required questions are answered.
 * @returns null if the survey has too many combinations to go through
 */
export function exploreLogic(questions: readonly Question[]): ReachableParts | null {
  const logic = toLogicQuestions(questions)
  const reached = new Set<string>()
  const jumps = new Map<string, Set<number>>()
  let states = new Map<string, State>([['', { target: undefined, answers: new Map() }]])
  let transitions = 0
  for (const [index, question] of logic.entries()) {
    const source = questions[index]
    if (!source) continue
    const samples = sampleAnswers(source, listConditionsAbout(question.id, logic))
    const laterSources = new Set(logic.slice(index + 1).flatMap(listSources))
    const following = new Map<string, State>()
    for (const state of states.values()) {
      for (const { jump, ...next } of listSuccessors(
        question,
        state,
        source.required ? samples : [...samples, undefined],
      )) {
        transitions += 1
        if (next.isAsked) reached.add(question.id)
        if (jump !== undefined) jumps.set(question.id, (jumps.get(question.id) ?? new Set()).add(jump))
        if (next.target === SURVEY_END) continue
        const answers = new Map([...next.answers].filter(([id]) => laterSources.has(id)))
        following.set(JSON.stringify([next.target, ...answers]), { target: next.target, answers })
      }
      if (transitions > MAX_TRANSITIONS || samples.length > MAX_SAMPLES) return null
    }
    states = following
  }
  return { questions: reached, jumps }
}

type Successor = State & { isAsked: boolean; jump?: number }

function listSuccessors(
  question: LogicQuestion,
  { target, answers }: State,
  values: readonly (Value | undefined)[],
): Successor[] {
  if (target !== undefined && target !== question.id) return [{ target, answers, isAsked: false }]
  if (question.showIf && !ruleHolds(question.showIf, answers)) return [{ target: undefined, answers, isAsked: false }]
  return values.map((value) => {
    const after = value === undefined ? answers : new Map([...answers, [question.id, value]])
    const { next = [] } = question
    const jump = next.findIndex(({ rule }) => !rule || ruleHolds(rule, after))
    return { target: next[jump]?.to, answers: after, isAsked: true, ...(jump < 0 ? {} : { jump }) }
  })
}

function listConditions({ showIf, next = [] }: LogicQuestion): LogicCondition[] {
  return [showIf, ...next.map(({ rule }) => rule)].flatMap((rule) => rule?.conditions ?? [])
}

function listSources(question: LogicQuestion): string[] {
  return listConditions(question).map((condition) => condition.question)
}

function listConditionsAbout(id: string, questions: readonly LogicQuestion[]): LogicCondition[] {
  return questions.flatMap(listConditions).filter(({ question }) => question === id)
}

/** One answer for each combination of conditions that an answer can meet. */
function sampleAnswers(question: Question, conditions: readonly LogicCondition[]): Value[] {
  const samples = new Map<string, Value>()
  const add = (value: Value) => {
    const key = toSignature(value, conditions)
    if (samples.has(key)) return false
    samples.set(key, value)
    return true
  }
  if (question.type === 'ranking') return [['…']]
  if (question.type === 'multiple_choice' || question.type === 'matrix') sampleLists(question, conditions, add)
  else
    for (const value of isTyped(question.type) ? sampleTypedAnswers(question, conditions) : listAnswerValues(question))
      add(value)
  return [...samples.values()]
}

/** Of a multiple choice, each option is chosen or not; in each row of a matrix, one column is, or none if it is optional. */
function sampleLists(question: Question, conditions: readonly LogicCondition[], add: (value: Value) => boolean): void {
  const { type, required, options = [], rows = [] } = question
  const groups =
    type === 'multiple_choice'
      ? options.map(({ id }) => [[id], []])
      : rows.map((row) => [...options.map((column) => [toCell(row.id, column.id)]), ...(required ? [] : [[]])])
  let lists: string[][] = [[]]
  for (const group of groups) {
    const distinct = new Map<string, string[]>()
    for (const list of lists)
      for (const some of group) {
        const longer = [...list, ...some]
        const key = `${longer.length > 0} ${toSignature(longer, conditions)}`
        if (!distinct.has(key)) distinct.set(key, longer)
      }
    lists = [...distinct.values()].slice(0, MAX_SAMPLES + 1)
  }
  for (const list of lists) if (list.length > 0) add(list)
}

function toSignature(value: Value, conditions: readonly LogicCondition[]): string {
  return conditions.map((condition) => Number(conditionHolds(condition, value))).join('')
}

/** A text; or the bounds of the conditions and values between, below and above them. */
function sampleTypedAnswers({ type, min, max }: Question, conditions: readonly LogicCondition[]): (number | string)[] {
  if (type === 'text') return ['…']
  const bounds = conditions.flatMap((condition) =>
    'min' in condition || 'max' in condition ? [condition.min, condition.max] : [],
  )
  const numbers = [...bounds, min, max].flatMap((bound) => toNumber(bound) ?? []).sort((a, b) => a - b)
  const [lowest = 0, highest = 0] = [numbers[0], numbers.at(-1)]
  if (type === 'date')
    return [lowest - 1, ...numbers.flatMap((day) => [day, day + 1]), highest + 1].map((day) =>
      new Date(day * DAY_MS).toISOString().slice(0, 10),
    )
  const between = numbers.slice(1).map((number, index) => (number + (numbers[index] ?? number)) / 2)
  return [lowest - 1, ...numbers, ...between, highest + 1].filter(
    (number) => number >= (min ?? -Infinity) && number <= (max ?? Infinity),
  )
}

/** A date as the number of its day. */
function toNumber(bound: number | string | undefined): number | undefined {
  return typeof bound === 'string' ? Date.parse(`${bound}T00:00:00Z`) / DAY_MS : bound
}
