import { otherTextId } from '../surveys/constants'
import type { Question } from '../surveys/schema'
import { type FormAnswers, findTextFault, readAnswer } from './validate-answers'

/**
 * Keeps the values that the questions allow, each by itself. None for a consent, which only the person gives.
 * @param form from the address of a page, so that anything can be in it
 */
export function keepAllowedValues(questions: readonly Question[], form: FormAnswers): FormAnswers {
  return new Map(questions.flatMap((question) => [...listAllowedValues(question, form)]))
}

function* listAllowedValues(question: Question, form: FormAnswers): Generator<[string, string[]]> {
  const { id, type, options = [] } = question
  if (type === 'consent') return
  const values = (form.get(id) ?? []).filter((value) => typeof readAnswer(question, [value], 'en') !== 'string')
  const takesSeveral = type === 'multiple_choice' || type === 'matrix' || type === 'ranking'
  if (values.length > 0) yield [id, takesSeveral ? values : values.slice(0, 1)]
  const otherText = form.get(otherTextId(id))?.[0]?.trim() ?? ''
  const mayBeOther = options.some(({ other }) => other) && findTextFault(otherText) === null
  if (otherText !== '' && mayBeOther) yield [otherTextId(id), [otherText]]
}
