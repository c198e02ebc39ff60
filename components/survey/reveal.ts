import type { Question } from '@/server/surveys/schema'
import { conditionSource, fulfils, isScale, SCALES } from '@/server/surveys/vocabulary'

/**
 * The rules that show a question only to those whom it concerns, in CSS, so that they work without JavaScript. A browser
 * that does not know `:has` shows every question; the server drops what does not apply.
 */
export function revealRules(questions: readonly Question[]): string {
  const rules = questions.flatMap((question, index) => {
    if (!question.showIf) return []
    return [`#q${index}{display:none}form${holdsFor(questions, index)} #q${index}{display:block}`]
  })
  return rules.length === 0 ? '' : `@supports selector(:has(*)){${rules.join('')}}`
}

/** The id of the control for one answer to the question at this index; numbers only, so it is safe in a selector. */
export function controlId(index: number, answer: number): string {
  return `q${index}-${answer}`
}

/** The values of a question's controls, in order: a control's number in its id is its place here. */
export function answerValues(question: Question): (string | number | boolean)[] {
  if (isScale(question.type)) {
    const { min, max } = SCALES[question.type]
    return Array.from({ length: max - min + 1 }, (_, step) => min + step)
  }
  if (question.type === 'yes_no') return [true, false]
  return question.options?.map(({ id }) => id) ?? []
}

/** `:has(…)` once for each condition that must hold, those of the question that it looks at included. */
function holdsFor(questions: readonly Question[], index: number): string {
  const showIf = questions[index]?.showIf
  if (!showIf) return ''
  const source = conditionSource(showIf, questions)
  const at = source ? questions.indexOf(source) : index
  if (!source || at >= index) return ':not(*)'
  const ids = answerValues(source).flatMap((value, answer) =>
    fulfils(showIf, source, value) ? [`#${controlId(at, answer)}`] : [],
  )
  return `${holdsFor(questions, at)}:has(:is(${ids.join(',')}):checked)`
}
