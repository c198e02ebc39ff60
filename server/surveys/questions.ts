import { type FieldErrors, ValidationError } from '../errors'
import { type LocalizableMessage, localizableMessage } from '../messages/localizable-message'
import {
  findScale,
  hasOptions,
  isMetric,
  METRIC_QUESTION_TEXTS,
  makeUniqueId,
  mayHaveOther,
  OWN_SCALE,
  pickTranslation,
  SURVEY_END,
  slugify,
} from './constants'
import { findLogicErrors } from './logic/find-logic-errors'
import type { Ending, Jump } from './logic/schema'
import type { Question, QuestionInput, SurveyType } from './schema'
import { omitUnset } from './thanks/thanks'

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
    const fault = findTypeFault(question)
    if (fault) faults[`questions.${index}.${fault.field}`] = [fault.message]
  })
  Object.assign(faults, findLogicErrors(questions, listQuestionsIncludingMetric({ type, questions }), endings))
  if (Object.keys(faults).length > 0) throw new ValidationError(faults)
  return questions
}

type IdentifiedQuestion = Omit<QuestionInput, 'options' | 'rows'> & {
  id: string
  rows?: { id: string; label: QuestionInput['text'] }[]
  options?: { id: string; label: QuestionInput['text']; other?: boolean }[]
}

function assignIds(input: readonly QuestionInput[], faults: FieldErrors): IdentifiedQuestion[] {
  const onDuplicate = (index: number) => {
    faults[`questions.${index}.id`] = [localizableMessage('survey.questionIdTaken')]
  }
  const questions = withUniqueIds(input, ({ type, text }) => (isMetric(type) ? type : text), onDuplicate, [SURVEY_END])
  return questions.map(({ options, rows, ...question }, index) => {
    const identify = <T extends { id?: string; label: QuestionInput['text'] }>(list: 'options' | 'rows', items: T[]) =>
      withUniqueIds(
        items,
        ({ label }) => label,
        (position) => {
          faults[`questions.${index}.${list}.${position}.id`] = [localizableMessage('survey.optionIdTaken')]
        },
      )
    return {
      ...question,
      ...(options ? { options: identify('options', options) } : {}),
      ...(rows ? { rows: identify('rows', rows) } : {}),
    }
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

function normalizeQuestion(type: SurveyType, input: IdentifiedQuestion): Question {
  const { id, text, description, options, showIf, next, required } = input
  const isAsked = input.type !== 'statement'
  return {
    id,
    type: input.type,
    text,
    ...(description ? { description } : {}),
    required: isAsked && (required ?? input.type === type),
    ...(options && hasOptions(input.type)
      ? { options: options.map((option) => normalizeOption(option, mayHaveOther(input.type))) }
      : {}),
    ...(input.rows && input.type === 'matrix' ? { rows: input.rows } : {}),
    ...normalizeTypeFields(input),
    ...(showIf ? { showIf } : {}),
    ...(next && next.length > 0 ? { next: next.map(normalizeJump) } : {}),
  }
}

type IdentifiedOption = { id: string; label: QuestionInput['text']; other?: boolean }

function normalizeOption({ id, label, other }: IdentifiedOption, mayBeOther: boolean): IdentifiedOption {
  return { id, label, ...(other && mayBeOther ? { other } : {}) }
}

/** The fields that the type has. */
function normalizeTypeFields({ type, min, max, unit, ends, shuffle }: IdentifiedQuestion): Partial<Question> {
  if (type === 'number') return omitUndefined({ min, max, unit })
  const words = omitUndefined({ low: ends?.low ?? undefined, high: ends?.high ?? undefined })
  const hasEnds = findScale({ type }) !== null && Object.keys(words).length > 0
  return {
    ...(type === 'scale' ? { min: min ?? 1, max: max ?? 5 } : {}),
    ...(hasEnds ? { ends: words } : {}),
    ...(hasOptions(type) && type !== 'matrix' && shuffle ? { shuffle } : {}),
  }
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

function omitUndefined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>
}

type TypeFault = { field: string; message: LocalizableMessage }

function findTypeFault(question: Question): TypeFault | null {
  return findOptionFault(question) ?? findLimitFault(question)
}

function findOptionFault({ type, options = [], rows = [] }: Question): TypeFault | null {
  if (type === 'matrix' && rows.length === 0) return { field: 'rows', message: localizableMessage('survey.rows') }
  if (hasOptions(type) && options.length < 2) return { field: 'options', message: localizableMessage('survey.options') }
  const misplaced = options.findIndex(({ other }, index) => other && index < options.length - 1)
  return misplaced < 0 ? null : { field: `options.${misplaced}.other`, message: localizableMessage('survey.otherLast') }
}

function findLimitFault(question: Question): TypeFault | null {
  const { type, min = 0, max = 0 } = question
  if (type === 'number' && question.min !== undefined && question.max !== undefined && min > max)
    return { field: 'max', message: localizableMessage('survey.emptyRange') }
  if (type !== 'scale') return null
  const { minFrom, minTo, maxFrom, maxTo } = OWN_SCALE
  const isWithin = (value: number, from: number, to: number) => Number.isInteger(value) && value >= from && value <= to
  if (!isWithin(min, minFrom, minTo))
    return { field: 'min', message: localizableMessage('value.whole', { from: minFrom, to: minTo }) }
  if (!isWithin(max, maxFrom, maxTo))
    return { field: 'max', message: localizableMessage('value.whole', { from: maxFrom, to: maxTo }) }
  return max - min < 2 ? { field: 'max', message: localizableMessage('survey.shortScale') } : null
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
  return endings.map(omitUnset)
}
