import { walkQuestions } from '@/public/survey-logic.js'
import { isCalendarDate } from '../surveys/calendar-date'
import { findScale, isBoolean, isTyped, NUMBER_LIMIT, otherTextId, pickTranslation, toCell } from '../surveys/constants'
import { toLogicQuestions } from '../surveys/logic/survey-logic'
import { toPlainWording } from '../surveys/recall/wording'
import type { Question } from '../surveys/schema'
import { codePointLength, type Language } from '../validation/schema'
import { COMMENT_MAX_CHARACTERS } from './constants'
import type { AnswerWithOptionLabels } from './schema'

export type FormAnswers = ReadonlyMap<string, readonly string[]>

export type AnswerErrorCode =
  | 'required'
  | 'range'
  | 'option'
  | 'tooLong'
  | 'notText'
  | 'number'
  | 'limits'
  | 'date'
  | 'rows'
  | 'places'

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
      const otherText = readOtherText(question, result, form, language)
      if (typeof otherText === 'string') errors.set(id, otherText)
      else if (otherText) answers.push(otherText)
      const incomplete = findIncompleteness(question, form.get(id) ?? [])
      if (incomplete) errors.set(id, incomplete)
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

export function toFormAnswerValues({
  type,
  value,
}: Pick<AnswerWithOptionLabels, 'value'> & { type?: AnswerWithOptionLabels['type'] }): string[] {
  if (type === 'ranking' && Array.isArray(value)) return value.map((id, index) => `${id}:${index + 1}`)
  if (Array.isArray(value)) return value
  if (typeof value === 'boolean') return [value ? 'yes' : 'no']
  return [String(value)]
}

/** The fields of the form that stored answers fill. */
export function toFormAnswers(
  answers: readonly Pick<AnswerWithOptionLabels, 'questionId' | 'type' | 'value'>[],
): Map<string, string[]> {
  return new Map(answers.map((answer) => [answer.questionId, toFormAnswerValues(answer)]))
}

/** @returns why the fields hold no answer to the question */
export function readAnswer(
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
    text: toPlainWording(pickTranslation(question.text, language)),
    value,
    labels,
  })
  const scale = findScale(question)
  if (scale) {
    const score = /^\d{1,2}$/.test(first) ? Number(first) : Number.NaN
    return score >= scale.min && score <= scale.max ? toAnswer(score) : 'range'
  }
  if (isTyped(question.type)) return readTypedAnswer(question, texts, toAnswer)
  if (isBoolean(question.type)) return first === 'yes' || first === 'no' ? toAnswer(first === 'yes') : 'option'
  if (question.type === 'consent') return first === 'yes' ? toAnswer(true) : 'option'
  if (question.type === 'statement') return 'required'
  if (question.type === 'matrix') return readMatrix(question, texts, language, toAnswer)
  if (question.type === 'ranking') return readRanking(question, texts, language, toAnswer)
  return readChoices(question, question.type === 'multiple_choice' ? texts : [first], language, toAnswer)
}

function readTypedAnswer(
  question: Question,
  texts: readonly string[],
  toAnswer: ToAnswer,
): AnswerWithOptionLabels | AnswerErrorCode {
  const first = texts[0]?.trim() ?? ''
  if (question.type === 'number') return readNumber(question, first, toAnswer)
  if (question.type === 'date') return isCalendarDate(first) ? toAnswer(first) : 'date'
  return readText(texts.join('\n'), toAnswer)
}

type ToAnswer = (value: AnswerWithOptionLabels['value'], labels?: string[]) => AnswerWithOptionLabels

function readText(value: string, toAnswer: ToAnswer): AnswerWithOptionLabels | AnswerErrorCode {
  const text = value.replaceAll('\r\n', '\n').trim()
  return findTextFault(text) ?? toAnswer(text)
}

export function findTextFault(text: string): AnswerErrorCode | null {
  if (text.includes('\u0000') || !text.isWellFormed()) return 'notText'
  return codePointLength(text) > COMMENT_MAX_CHARACTERS ? 'tooLong' : null
}

/** @param texts `<row>:<column>` */
function readMatrix(
  { rows = [], options = [] }: Question,
  texts: readonly string[],
  language: Language,
  toAnswer: ToAnswer,
): AnswerWithOptionLabels | AnswerErrorCode {
  const cells = rows.flatMap((row) => options.map((column) => ({ row, column, id: toCell(row.id, column.id) })))
  if (!texts.every((text) => cells.some(({ id }) => id === text))) return 'option'
  const chosen = rows.flatMap((row) => cells.find((cell) => cell.row === row && texts.includes(cell.id)) ?? [])
  const label = ({ row, column }: (typeof cells)[number]) =>
    `${pickTranslation(row.label, language)}: ${pickTranslation(column.label, language)}`
  return toAnswer(
    chosen.map(({ id }) => id),
    chosen.map(label),
  )
}

/** @param texts `<option>:<place>` */
function readRanking(
  { options = [] }: Question,
  texts: readonly string[],
  language: Language,
  toAnswer: ToAnswer,
): AnswerWithOptionLabels | AnswerErrorCode {
  const places = new Map(texts.map((text) => [text.split(':')[0] ?? '', Number(text.split(':')[1])]))
  const isPlace = (place: number) => Number.isInteger(place) && place >= 1 && place <= options.length
  const isKnown = [...places].every(([id, place]) => isPlace(place) && options.some((option) => option.id === id))
  if (!isKnown) return 'option'
  const ranked = options
    .filter(({ id }) => places.has(id))
    .sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
  return toAnswer(
    ranked.map(({ id }) => id),
    ranked.map(({ label }) => pickTranslation(label, language)),
  )
}

/** Of an answer that may be stored until it is complete. */
function findIncompleteness(
  { type, required, rows = [], options = [] }: Question,
  values: readonly string[],
): AnswerErrorCode | null {
  const texts = values.filter((text) => text.trim() !== '')
  const answeredRows = new Set(texts.map((text) => text.split(':')[0]))
  if (type === 'matrix') return required && answeredRows.size < rows.length ? 'rows' : null
  if (type !== 'ranking') return null
  const places = new Set(texts.map((text) => text.split(':')[1]))
  return places.size < texts.length || (required && answeredRows.size < options.length) ? 'places' : null
}

/** With a comma or a point. */
function readNumber(
  { min, max }: Question,
  text: string,
  toAnswer: ToAnswer,
): AnswerWithOptionLabels | AnswerErrorCode {
  const number = /^-?\d{1,15}([.,]\d{1,10})?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
  if (Number.isNaN(number)) return 'number'
  return number >= (min ?? -NUMBER_LIMIT) && number <= (max ?? NUMBER_LIMIT) ? toAnswer(number) : 'limits'
}

/** What the person wrote beside the option “other”: an answer of its own, so that it is searched and erased as every text. */
function readOtherText(
  question: Question,
  { value }: AnswerWithOptionLabels,
  form: FormAnswers,
  language: Language,
): AnswerWithOptionLabels | AnswerErrorCode | null {
  const other = question.options?.find((option) => option.other)
  const text = form.get(otherTextId(question.id))?.join('\n') ?? ''
  if (!other || text.trim() === '' || ![value].flat().includes(other.id)) return null
  return readText(text, (words) => ({
    questionId: otherTextId(question.id),
    type: 'text',
    text: `${toPlainWording(pickTranslation(question.text, language))} – ${pickTranslation(other.label, language)}`,
    value: words,
    labels: [],
  }))
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
  return toAnswer(type === 'multiple_choice' ? ids : (ids[0] ?? ''), labels)
}
