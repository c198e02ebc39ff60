import { type FieldErrors, ValidationError } from '../errors'
import { localizableMessage } from '../messages/localizable-message'
import {
  hasOptions,
  isMetric,
  isScale,
  METRIC_QUESTION_TEXTS,
  makeUniqueId,
  pickTranslation,
  SCALES,
  slugify,
} from './constants'
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
 * @throws {ValidationError} under `questions.<index>.…` for duplicate ids, missing options, and conditions that can
 * never be true.
 */
export function normalizeQuestions(type: SurveyType, input: readonly QuestionInput[]): Question[] {
  const faults: FieldErrors = {}
  const questions = assignIds(input, faults).map((question) => normalizeQuestion(type, question))
  questions.forEach((question, index) => {
    if (hasOptions(question.type) && (question.options?.length ?? 0) < 2)
      faults[`questions.${index}.options`] = [localizableMessage('survey.options')]
  })
  checkConditions(type, questions, faults)
  if (Object.keys(faults).length > 0) throw new ValidationError(faults)
  return questions
}

type IdentifiedQuestion = QuestionInput & { id: string; options?: { id: string; label: QuestionInput['text'] }[] }

function assignIds(input: readonly QuestionInput[], faults: FieldErrors): IdentifiedQuestion[] {
  const onDuplicate = (index: number) => {
    faults[`questions.${index}.id`] = [localizableMessage('survey.questionIdTaken')]
  }
  const questions = withUniqueIds(input, ({ type, text }) => (isMetric(type) ? type : text), onDuplicate)
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
): (T & { id: string })[] {
  const usedIds = new Set(listIds(items))
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
  { description, options, showIf, required, ...question }: IdentifiedQuestion,
): Question {
  return {
    ...question,
    ...(description ? { description } : {}),
    required: required ?? question.type === type,
    ...(options && hasOptions(question.type) ? { options } : {}),
    ...(showIf ? { showIf } : {}),
  }
}

function checkConditions(type: SurveyType, questions: readonly Question[], faults: FieldErrors): void {
  const allQuestions = listQuestionsIncludingMetric({ type, questions })
  for (const [index, question] of questions.entries()) {
    const { showIf } = question
    if (!showIf) continue
    const earlierQuestions = allQuestions.slice(0, allQuestions.indexOf(question))
    const path = `questions.${index}.showIf`
    if ('band' in showIf) {
      if (!earlierQuestions.some((source) => isMetric(source.type)))
        faults[path] = [localizableMessage('survey.noScoreBefore')]
      continue
    }
    const source = earlierQuestions.find(({ id }) => id === showIf.question)
    if (!source) faults[`${path}.question`] = [localizableMessage('survey.noQuestionBefore')]
    else if (!showIf.in.every((value) => isPossibleAnswer(source, value)))
      faults[`${path}.in`] = [localizableMessage('survey.impossibleAnswer')]
  }
}

function isPossibleAnswer(question: Question, value: string | number | boolean): boolean {
  if (isScale(question.type)) {
    const { min, max } = SCALES[question.type]
    return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
  }
  if (question.type === 'yes_no') return typeof value === 'boolean'
  return question.options?.some(({ id }) => id === value) ?? false
}
