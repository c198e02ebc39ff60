import { findConditionSource, isScale, meetsCondition, pickTranslation, SCALES } from '../surveys/constants'
import type { Question } from '../surveys/schema'
import { codePointLength, type Language } from '../validation/schema'
import { COMMENT_MAX_CHARACTERS } from './constants'
import type { AnswerWithOptionLabels } from './schema'

export type FormAnswers = ReadonlyMap<string, readonly string[]>

export type AnswerErrorCode = 'required' | 'range' | 'option' | 'tooLong' | 'notText'

/** Validates a form in the order of the questions, and drops values for questions whose condition does not apply. */
export function validateAnswers(
  questions: readonly Question[],
  form: FormAnswers,
  language: Language,
): { answers: AnswerWithOptionLabels[]; errors: Map<string, AnswerErrorCode> } {
  const answers: AnswerWithOptionLabels[] = []
  const errors = new Map<string, AnswerErrorCode>()
  for (const question of questions) {
    if (!isApplicable(question, questions, answers)) continue
    const result = readAnswer(question, form.get(question.id) ?? [], language)
    if (typeof result === 'string') {
      if (result !== 'required' || question.required) errors.set(question.id, result)
    } else answers.push(result)
  }
  return { answers, errors }
}

function isApplicable(
  { showIf }: Question,
  questions: readonly Question[],
  answers: readonly AnswerWithOptionLabels[],
): boolean {
  if (!showIf) return true
  const source = findConditionSource(showIf, questions)
  const value = answers.find(({ questionId }) => questionId === source?.id)?.value
  if (source === undefined || value === undefined) return false
  return [value].flat().some((one) => meetsCondition(showIf, source, one))
}

type ComparableAnswer = Pick<AnswerWithOptionLabels, 'questionId' | 'value'>

export function answersEqual(answers: readonly ComparableAnswer[], others: readonly ComparableAnswer[]): boolean {
  const values = new Map(others.map(({ questionId, value }) => [questionId, String(value)]))
  return (
    answers.length === values.size && answers.every(({ questionId, value }) => values.get(questionId) === String(value))
  )
}

export function toFormAnswerValues({ value }: Pick<AnswerWithOptionLabels, 'value'>): string[] {
  if (Array.isArray(value)) return value
  if (typeof value === 'boolean') return [value ? 'yes' : 'no']
  return [String(value)]
}

function readAnswer(
  question: Question,
  values: readonly string[],
  language: Language,
): AnswerWithOptionLabels | AnswerErrorCode {
  const texts = values.filter((text) => text.trim() !== '')
  const [first] = texts
  if (first === undefined) return 'required'
  const toAnswer = (value: AnswerWithOptionLabels['value'], labels: string[] = []): AnswerWithOptionLabels => ({
    questionId: question.id,
    type: question.type,
    text: pickTranslation(question.text, language),
    value,
    labels,
  })
  if (isScale(question.type)) {
    const { min, max } = SCALES[question.type]
    const score = /^\d{1,2}$/.test(first) ? Number(first) : Number.NaN
    return score >= min && score <= max ? toAnswer(score) : 'range'
  }
  if (question.type === 'text') return readText(texts.join('\n'), toAnswer)
  if (question.type === 'yes_no') return first === 'yes' || first === 'no' ? toAnswer(first === 'yes') : 'option'
  return readChoices(question, question.type === 'single_choice' ? [first] : texts, language, toAnswer)
}

type ToAnswer = (value: AnswerWithOptionLabels['value'], labels?: string[]) => AnswerWithOptionLabels

function readText(value: string, toAnswer: ToAnswer): AnswerWithOptionLabels | AnswerErrorCode {
  const text = value.replaceAll('\r\n', '\n').trim()
  if (text.includes('\u0000') || !text.isWellFormed()) return 'notText'
  return codePointLength(text) > COMMENT_MAX_CHARACTERS ? 'tooLong' : toAnswer(text)
}

function readChoices(
  { type, options = [] }: Question,
  chosenIds: readonly string[],
  language: Language,
  toAnswer: ToAnswer,
): AnswerWithOptionLabels | AnswerErrorCode {
  if (!chosenIds.every((id) => options.some((option) => option.id === id))) return 'option'
  const chosen = options.filter(({ id }) => chosenIds.includes(id))
  const labels = chosen.map(({ label }) => pickTranslation(label, language))
  const ids = chosen.map(({ id }) => id)
  return toAnswer(type === 'single_choice' ? (ids[0] ?? '') : ids, labels)
}
