/*
 * Which questions of a survey are asked, given the answers so far. The service imports this file, and so does the survey page, so that both
 * always agree. Plain JavaScript without imports.
 */

/**
 * @typedef {string | number | boolean | string[]} AnswerValue
 * @typedef {{ question: string, in: readonly (string | number | boolean)[] }} InCondition
 * @typedef {{ question: string, answered: boolean }} AnsweredCondition
 * @typedef {{ question: string, min?: number | string | undefined, max?: number | string | undefined }} RangeCondition
 * @typedef {InCondition | AnsweredCondition | RangeCondition} LogicCondition
 * @typedef {{ every: boolean, conditions: readonly LogicCondition[] }} LogicRule all of the conditions, or any
 * @typedef {{ rule?: LogicRule | undefined, to: string, ending?: string | undefined }} LogicJump `to`: a later question, or `end`
 * @typedef {'number' | 'boolean' | 'list' | 'text'} ValueKind
 * @typedef {{ id: string, kind: ValueKind, min?: number, max?: number, showIf?: LogicRule, next?: readonly LogicJump[] }} LogicQuestion
 */

/**
 * Walks through the questions in their order. A question is asked if no jump passed over it and its rule holds for the answers to the
 * questions asked before. After a question was asked, answered or not, the first of its jumps whose rule holds is taken.
 * @template {LogicQuestion} Q
 * @param {readonly Q[]} questions
 * @param {(question: Q) => AnswerValue | undefined} readAnswer called once for each question that is asked, in order
 * @returns {{ questions: Q[], ending: string | null }} the questions that are asked; the ending that the jump to the end names, if any
 */
export function walkQuestions(questions, readAnswer) {
  const answers = new Map()
  /** @type {Q[]} */
  const path = []
  let target
  for (const question of questions) {
    if (target !== undefined && question.id !== target) continue
    target = undefined
    if (question.showIf && !ruleHolds(question.showIf, answers)) continue
    path.push(question)
    const value = readAnswer(question)
    if (value !== undefined) answers.set(question.id, value)
    const jump = question.next?.find(({ rule }) => !rule || ruleHolds(rule, answers))
    if (jump?.to === 'end') return { questions: path, ending: jump.ending ?? null }
    target = jump?.to
  }
  return { questions: path, ending: null }
}

/**
 * @param {LogicRule} rule
 * @param {ReadonlyMap<string, AnswerValue>} answers
 */
export function ruleHolds({ every, conditions }, answers) {
  const holds = (/** @type {LogicCondition} */ condition) => conditionHolds(condition, answers.get(condition.question))
  return every ? conditions.every(holds) : conditions.some(holds)
}

/**
 * @param {LogicCondition} condition
 * @param {AnswerValue | undefined} value undefined without an answer
 */
export function conditionHolds(condition, value) {
  if ('answered' in condition) return (value !== undefined) === condition.answered
  if (value === undefined) return false
  if ('in' in condition) return [value].flat().some((one) => condition.in.includes(one))
  const { min, max } = condition
  return !Array.isArray(value) && (min === undefined || value >= min) && (max === undefined || value <= max)
}

/**
 * The answer that the fields of a form hold; undefined if they are empty, or hold no answer to the question.
 * @param {LogicQuestion} question
 * @param {readonly string[]} fields
 * @returns {AnswerValue | undefined}
 */
export function readFormAnswer({ kind, min, max }, fields) {
  const texts = fields.map((text) => text.trim()).filter((text) => text !== '')
  const [first] = texts
  if (first === undefined) return undefined
  if (kind === 'list') return texts
  if (kind === 'boolean') return first === 'yes' || first === 'no' ? first === 'yes' : undefined
  if (kind === 'text') return first
  const number = /^-?\d+([.,]\d+)?$/.test(first) ? Number(first.replace(',', '.')) : Number.NaN
  return number >= (min ?? -Infinity) && number <= (max ?? Infinity) ? number : undefined
}
