import { walkQuestions } from '@/public/survey-logic.js'
import { isScale, pickTranslation, SCALES } from '../surveys/constants'
import { toLogicQuestions } from '../surveys/logic/survey-logic'
import type { Question } from '../surveys/schema'
import { codePointLength, type Language } from '../validation/schema'
import { COMMENT_MAX_CHARACTERS } from './constants'
import type { AnswerWithOptionLabels } from './schema'

export type FormAnswers = ReadonlyMap<string, readonly string[]>

export type AnswerErrorCode = 'required' | 'range' | 'option' | 'tooLong' | 'notText'

/** Validates a form in the order of the questions, and drops values for questions that are not asked. */
export function validateAnswers(
  questions: readonly Question[],
  form: FormAnswers,
  language: Language,
): { answers: AnswerWithOptionLabels[]; errors: Map<string, AnswerErrorCode> } {
  const answers: AnswerWithOptionLabels[] = []
  const errors = new Map<string, AnswerErrorCode>()
  const byId = new Map(questions.map((question) => [question.id, question]))
  walkQuestions(toLogicQuestions(questions), ({ id }) => {
    const question = byId.get(id)
    if (!question) return undefined
    const result = readAnswer(question, form.get(id) ?? [], language)
    if (typeof result !== 'string') {
      answers.push(result)
      return result.value
    }
    if (result !== 'required' || question.required) errors.set(id, result)
    return undefined
  })
  return { answers, errors }
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
