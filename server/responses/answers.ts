import { charactersIn, type Language } from '../fields/schema'
import type { Question } from '../surveys/schema'
import { conditionSource, fulfils, isScale, SCALES, wordingIn } from '../surveys/vocabulary'
import type { ShownAnswer } from './schema'
import { COMMENT_MAX_CHARACTERS } from './vocabulary'

/** What a form holds: the texts given for each question id. */
export type GivenAnswers = ReadonlyMap<string, readonly string[]>

/** Why an answer cannot stand. */
export type AnswerFault = 'required' | 'range' | 'option' | 'tooLong' | 'notText'

export type CheckedAnswers = { answers: ShownAnswer[]; faults: Map<string, AnswerFault> }

const NOTHING_GIVEN: AnswerFault = 'required'

/**
 * Reads a form against the questions that were asked, in their order. What was given for a question that does not apply
 * is dropped: it was never asked.
 */
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

/** Whether a question applies to somebody who answered this to the questions before it. */
function isAsked({ showIf }: Question, questions: readonly Question[], answers: readonly ShownAnswer[]): boolean {
  if (!showIf) return true
  const source = conditionSource(showIf, questions)
  const value = answers.find(({ questionId }) => questionId === source?.id)?.value
  if (source === undefined || value === undefined) return false
  return [value].flat().some((one) => fulfils(showIf, source, one))
}

/** Whether both say the same to the same questions, in whatever language they were asked. */
export function isSameAs(some: readonly Said[], others: readonly Said[]): boolean {
  const values = new Map(others.map(({ questionId, value }) => [questionId, String(value)]))
  return some.length === values.size && some.every(({ questionId, value }) => values.get(questionId) === String(value))
}

type Said = Pick<ShownAnswer, 'questionId' | 'value'>

/** An answer as a form gives it: the way back. */
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

/** In the order of the options, each once. */
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
