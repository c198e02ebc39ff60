import type { FieldErrors } from '../../errors'
import { type ErrorMessageKey, localizableMessage } from '../../messages/localizable-message'
import { isCalendarDate } from '../calendar-date'
import { findScale, isMetric, listAnswerValues, SURVEY_END } from '../constants'
import type { Question } from '../schema'
import { exploreLogic } from './explore-logic'
import type { Condition, Ending, ShowIf } from './schema'

/**
 * Finds conditions and jumps that can have no effect: they refer to no earlier question, to an impossible answer, or jump back; and
 * questions and jumps that no answers lead to.
 * @param questions as given
 * @param allQuestions with the metric first
 * @returns errors under `questions.<index>.…`
 */
export function findLogicErrors(
  questions: readonly Question[],
  allQuestions: readonly Question[],
  endings: readonly Ending[],
): FieldErrors {
  const faults: FieldErrors = {}
  for (const [index, question] of questions.entries()) {
    const path = `questions.${index}`
    const position = allQuestions.indexOf(question)
    const add = (field: string, key: ErrorMessageKey) => {
      faults[`${path}.${field}`] = [localizableMessage(key)]
    }
    if (question.showIf) checkRule(question.showIf, 'showIf', allQuestions.slice(0, position), add)
    for (const [jumpIndex, { if: rule, to, ending }] of (question.next ?? []).entries()) {
      const jump = `next.${jumpIndex}`
      if (rule) checkRule(rule, `${jump}.if`, allQuestions.slice(0, position + 1), add)
      if (to !== SURVEY_END && !allQuestions.slice(position + 1).some(({ id }) => id === to))
        add(`${jump}.to`, 'survey.jumpBack')
      if (ending && (to !== SURVEY_END || !endings.some(({ id }) => id === ending)))
        add(`${jump}.ending`, 'survey.noEnding')
    }
  }
  return Object.keys(faults).length > 0 ? faults : findDeadEnds(questions, allQuestions)
}

function findDeadEnds(questions: readonly Question[], allQuestions: readonly Question[]): FieldErrors {
  const reachable = exploreLogic(allQuestions)
  if (!reachable) return {}
  const faults: FieldErrors = {}
  for (const [index, { id, showIf, next = [] }] of questions.entries()) {
    if (!reachable.questions.has(id))
      faults[`questions.${index}${showIf ? '.showIf' : ''}`] = [localizableMessage('survey.neverAsked')]
    else
      for (const jump of next.keys())
        if (!reachable.jumps.get(id)?.has(jump))
          faults[`questions.${index}.next.${jump}`] = [localizableMessage('survey.neverTaken')]
  }
  return faults
}

type AddFault = (field: string, key: ErrorMessageKey) => void

function checkRule(rule: ShowIf, path: string, earlier: readonly Question[], add: AddFault): void {
  const combination = 'all' in rule ? 'all' : 'any' in rule ? 'any' : null
  if (combination === null) return checkCondition(rule as Condition, path, earlier, add)
  const conditions = (rule as Record<typeof combination, Condition[]>)[combination]
  for (const [index, condition] of conditions.entries())
    checkCondition(condition, `${path}.${combination}.${index}`, earlier, add)
}

function checkCondition(condition: Condition, path: string, earlier: readonly Question[], add: AddFault): void {
  if ('band' in condition) {
    if (!earlier.some(({ type }) => isMetric(type))) add(path, 'survey.noScoreBefore')
    return
  }
  const source = earlier.find(({ id }) => id === condition.question)
  if (!source) return add(`${path}.question`, 'survey.noQuestionBefore')
  if (source.type === 'statement') return add(`${path}.question`, 'survey.asksNothing')
  if ('answered' in condition) return
  if ('in' in condition) {
    const possible = listAnswerValues(source)
    if (!condition.in.every((value) => possible.includes(value))) add(`${path}.in`, 'survey.impossibleAnswer')
    return
  }
  checkRange(condition, path, source, add)
}

function checkRange(
  { min, max }: Extract<Condition, { min?: unknown }>,
  path: string,
  source: Question,
  add: AddFault,
): void {
  const isNumeric = findScale(source) !== null || source.type === 'number'
  const isBound = (bound: unknown) =>
    bound === undefined ||
    (isNumeric && typeof bound === 'number') ||
    (source.type === 'date' && typeof bound === 'string' && isCalendarDate(bound))
  if (!isBound(min)) add(`${path}.min`, 'survey.noRange')
  else if (!isBound(max)) add(`${path}.max`, 'survey.noRange')
  else if (min !== undefined && max !== undefined && min > max) add(`${path}.max`, 'survey.emptyRange')
}
