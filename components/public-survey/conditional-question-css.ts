import { findConditionSource, isScale, meetsCondition, SCALES } from '@/server/surveys/constants'
import type { Question } from '@/server/surveys/schema'

/**
 * Shows conditional questions without JavaScript. Browsers without `:has` show every question; the server drops answers to questions that
 * do not apply.
 */
export function conditionalQuestionCss(questions: readonly Question[]): string {
  const rules = questions.flatMap((question, index) => {
    if (!question.showIf) return []
    return [`#q${index}{display:none}form${conditionSelectors(questions, index)} #q${index}{display:block}`]
  })
  return rules.length === 0 ? '' : `@supports selector(:has(*)){${rules.join('')}}`
}

/** Element id of one answer's control; numbers only, so it is safe in a selector. */
export function answerControlId(index: number, answer: number): string {
  return `q${index}-${answer}`
}

/** Values of a question's controls in order; the index is part of the control's id. */
export function listPossibleAnswerValues(question: Question): (string | number | boolean)[] {
  if (isScale(question.type)) {
    const { min, max } = SCALES[question.type]
    return Array.from({ length: max - min + 1 }, (_, step) => min + step)
  }
  if (question.type === 'yes_no') return [true, false]
  return question.options?.map(({ id }) => id) ?? []
}

/** One `:has(…)` per condition, including those of the question it depends on. */
function conditionSelectors(questions: readonly Question[], index: number): string {
  const showIf = questions[index]?.showIf
  if (!showIf) return ''
  const source = findConditionSource(showIf, questions)
  const sourceIndex = source ? questions.indexOf(source) : index
  if (!source || sourceIndex >= index) return ':not(*)'
  const ids = listPossibleAnswerValues(source).flatMap((value, answer) =>
    meetsCondition(showIf, source, value) ? [`#${answerControlId(sourceIndex, answer)}`] : [],
  )
  return `${conditionSelectors(questions, sourceIndex)}:has(:is(${ids.join(',')}):checked)`
}
