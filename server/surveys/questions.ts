import { type FieldErrors, ValidationError } from '../errors'
import { localizableMessage } from '../messages/localizable-message'
import {
  hasOptions,
  isMetric,
  METRIC_QUESTION_TEXTS,
  makeUniqueId,
  pickTranslation,
  SURVEY_END,
  slugify,
} from './constants'
import { findLogicErrors } from './logic/find-logic-errors'
import type { Ending, Jump } from './logic/schema'
import type { Question, QuestionInput, SurveyType } from './schema'

/**
 * All questions in order: the metric first, in its own wording or the default one.
 * @param survey a survey, or its row.
 */
export function listQuestionsIncludingMetric(survey: { type: string; questions: unknown }): Question[] {
  const { type } = survey
  const questions = asStoredQuestions(survey.questions)
  if (!isMetric(type)) return questions
  const explicitMetric = questions.find((question) => question.type === type)
  const text = METRIC_QUESTION_TEXTS[type]
  const metric = explicitMetric ?? { id: makeUniqueId(type, new Set(listIds(questions))), type, text, required: true }
  return [metric, ...questions.filter((question) => question !== explicitMetric)]
}

export function asStoredQuestions(json: unknown): Question[] {
  return json as Question[]
}

/**
 * Questions as stored: completes ids and drops values without effect.
 * @throws {ValidationError} under `questions.<index>.…` for duplicate ids, missing options, and conditions and jumps
 * without effect.
 */
export function normalizeQuestions(
  type: SurveyType,
  input: readonly QuestionInput[],
  endings: readonly Ending[] = [],
): Question[] {
  const faults: FieldErrors = {}
  const questions = assignIds(input, faults).map((question) => normalizeQuestion(type, question))
  questions.forEach((question, index) => {
    if (hasOptions(question.type) && (question.options?.length ?? 0) < 2)
      faults[`questions.${index}.options`] = [localizableMessage('survey.options')]
  })
  Object.assign(faults, findLogicErrors(questions, listQuestionsIncludingMetric({ type, questions }), endings))
  if (Object.keys(faults).length > 0) throw new ValidationError(faults)
  return questions
}

type IdentifiedQuestion = QuestionInput & { id: string; options?: { id: string; label: QuestionInput['text'] }[] }

function assignIds(input: readonly QuestionInput[], faults: FieldErrors): IdentifiedQuestion[] {
  const onDuplicate = (index: number) => {
    faults[`questions.${index}.id`] = [localizableMessage('survey.questionIdTaken')]
  }
  const questions = withUniqueIds(input, ({ type, text }) => (isMetric(type) ? type : text), onDuplicate, [SURVEY_END])
  return questions.map(({ options, ...question }, index) => {
    if (!options) return question
    const onDuplicateOption = (optionIndex: number) => {
      faults[`questions.${index}.options.${optionIndex}.id`] = [localizableMessage('survey.optionIdTaken')]
    }
    return { ...question, options: withUniqueIds(options, ({ label }) => label, onDuplicateOption) }
  })
}

function withUniqueIds<T extends { id?: string }>(
  items: readonly T[],
  getText: (item: T) => QuestionInput['text'],
  onDuplicate: (index: number) => void,
  reservedIds: readonly string[] = [],
): (T & { id: string })[] {
  const usedIds = new Set([...reservedIds, ...listIds(items)])
  const seenIds = new Set<string>()
  return items.map((item, index) => {
    if (item.id !== undefined && seenIds.has(item.id)) onDuplicate(index)
    const id = item.id ?? makeUniqueId(slugify(pickTranslation(getText(item), 'en')), usedIds)
    seenIds.add(id)
    usedIds.add(id)
    return { ...item, id }
  })
}

function listIds(items: readonly { id?: string }[]): string[] {
  return items.flatMap(({ id }) => id ?? [])
}

function normalizeQuestion(
  type: SurveyType,
  { description, options, showIf, next, required, ...question }: IdentifiedQuestion,
): Question {
  return {
    ...question,
    ...(description ? { description } : {}),
    required: required ?? question.type === type,
    ...(options && hasOptions(question.type) ? { options } : {}),
    ...(showIf ? { showIf } : {}),
    ...(next && next.length > 0 ? { next: next.map(normalizeJump) } : {}),
  }
}

function normalizeJump({ if: rule, to, ending }: Jump): Jump {
  return { ...(rule ? { if: rule } : {}), to, ...(ending ? { ending } : {}) }
}

/** @throws {ValidationError} under `endings.<index>.id` for duplicate ids. */
export function normalizeEndings(endings: readonly Ending[]): Ending[] {
  const ids = endings.map(({ id }) => id)
  const duplicate = ids.findIndex((id, index) => ids.indexOf(id) < index)
  if (duplicate >= 0)
    throw new ValidationError({ [`endings.${duplicate}.id`]: [localizableMessage('survey.endingIdTaken')] })
  return endings.map(({ text, ...ending }) => ({ ...ending, ...(text ? { text } : {}) }))
}

export function asStoredEndings(json: unknown): Ending[] {
  return json as Ending[]
}
