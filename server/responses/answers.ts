import { charactersIn, type Language } from '../fields/schema'
import type { Question } from '../surveys/schema'
import { conditionSource, fulfils, isScale, SCALES, wordingIn } from '../surveys/vocabulary'
import type { ShownAnswer } from './schema'
import { COMMENT_MAX_CHARACTERS } from './vocabulary'

export type GivenAnswers = ReadonlyMap<string, readonly string[]>

export type AnswerFault = 'required' | 'range' | 'option' | 'tooLong' | 'notText'

export type CheckedAnswers = { answers: ShownAnswer[]; faults: Map<string, AnswerFault> }

const NOTHING_GIVEN: AnswerFault = 'required'

/** Validates a form against the survey's questions, in their order. Values for a question whose condition does not apply are dropped. */
export function checkAnswers(questions: readonly Question[], given: GivenAnswers, language: Language): CheckedAnswers {
  const answers: ShownAnswer[] = []
  const faults = new Map<string, AnswerFault>()
  for (const question of questions) {
    if (!isAsked(question, questions, answers)) continue
    const read = readAnswer(question, given.get(question.id) ?? [], language)
    if (typeof read === 'string') {
      if (read !== NOTHING_GIVEN || question.required) faults.set(question.id, read)
    } else answers.push(read)
  }
  return { answers, faults }
}

function isAsked({ showIf }: Question, questions: readonly Question[], answers: readonly ShownAnswer[]): boolean {
  if (!showIf) return true
  const source = conditionSource(showIf, questions)
  const value = answers.find(({ questionId }) => questionId === source?.id)?.value
  if (source === undefined || value === undefined) return false
  return [value].flat().some((one) => fulfils(showIf, source, one))
}

/** Whether both contain the same values for the same questions, regardless of language. */
export function isSameAs(some: readonly Said[], others: readonly Said[]): boolean {
  const values = new Map(others.map(({ questionId, value }) => [questionId, String(value)]))
  return some.length === values.size && some.every(({ questionId, value }) => values.get(questionId) === String(value))
}

type Said = Pick<ShownAnswer, 'questionId' | 'value'>

/** Converts a stored answer back to form texts. */
export function asGiven({ value }: Pick<ShownAnswer, 'value'>): string[] {
  if (Array.isArray(value)) return value
  if (typeof value === 'boolean') return [value ? 'yes' : 'no']
  return [String(value)]
}

function readAnswer(question: Question, given: readonly string[], language: Language): ShownAnswer | AnswerFault {
  const texts = given.filter((text) => text.trim() !== '')
  const [first] = texts
  if (first === undefined) return NOTHING_GIVEN
  const answered = (value: ShownAnswer['value'], labels: string[] = []): ShownAnswer => ({
    questionId: question.id,
    type: question.type,
    text: wordingIn(question.text, language),
    value,
    labels,
  })
  if (isScale(question.type)) {
    const { min, max } = SCALES[question.type]
    const score = /^\d{1,2}$/.test(first) ? Number(first) : Number.NaN
    return score >= min && score <= max ? answered(score) : 'range'
  }
  if (question.type === 'text') return readText(texts.join('\n'), answered)
  if (question.type === 'yes_no') return first === 'yes' || first === 'no' ? answered(first === 'yes') : 'option'
  return readChoices(question, question.type === 'single_choice' ? [first] : texts, language, answered)
}

type Answered = (value: ShownAnswer['value'], labels?: string[]) => ShownAnswer

function readText(given: string, answered: Answered): ShownAnswer | AnswerFault {
  const text = given.replaceAll('\r\n', '\n').trim()
  if (text.includes('\u0000') || !text.isWellFormed()) return 'notText'
  return charactersIn(text) > COMMENT_MAX_CHARACTERS ? 'tooLong' : answered(text)
}

/** Ids and labels in the order of the question's options, without duplicates. */
function readChoices(
  { type, options = [] }: Question,
  given: readonly string[],
  language: Language,
  answered: Answered,
): ShownAnswer | AnswerFault {
  if (!given.every((id) => options.some((option) => option.id === id))) return 'option'
  const chosen = options.filter(({ id }) => given.includes(id))
  const labels = chosen.map(({ label }) => wordingIn(label, language))
  const ids = chosen.map(({ id }) => id)
  return answered(type === 'single_choice' ? (ids[0] ?? '') : ids, labels)
}
