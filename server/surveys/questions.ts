import { type FieldErrors, ValidationError } from '../errors'
import { sentence } from '../messages/sentence'
import type { Question, QuestionInput, SurveyType } from './schema'
import { freeId, hasOptions, isMetric, isScale, METRIC_WORDING, SCALES, slugify, wordingIn } from './vocabulary'

/**
 * All questions in order: the metric first, in its own wording or the default one.
 * @param survey a survey, or its row.
 */
export function readQuestions(survey: { type: string; questions: unknown }): Question[] {
  const { type } = survey
  const questions = storedQuestions(survey.questions)
  if (!isMetric(type)) return questions
  const given = questions.find((question) => question.type === type)
  const text = METRIC_WORDING[type]
  const metric = given ?? { id: freeId(type, new Set(givenIds(questions))), type, text, required: true }
  return [metric, ...questions.filter((question) => question !== given)]
}

/** Safe cast: only the output of {@link normalizeQuestions} is stored. */
export function storedQuestions(json: unknown): Question[] {
  return json as Question[]
}

/**
 * Questions as stored: completes ids and drops values without effect.
 * @throws {ValidationError} under `questions.<index>.…` for duplicate ids, missing options, and conditions that can
 * never be true.
 */
export function normalizeQuestions(type: SurveyType, given: readonly QuestionInput[]): Question[] {
  const faults: FieldErrors = {}
  const questions = withIds(given, faults).map((question) => normalized(type, question))
  questions.forEach((question, index) => {
    if (hasOptions(question.type) && (question.options?.length ?? 0) < 2)
      faults[`questions.${index}.options`] = [sentence('survey.options')]
  })
  checkConditions(type, questions, faults)
  if (Object.keys(faults).length > 0) throw new ValidationError(faults)
  return questions
}

type Identified = QuestionInput & { id: string; options?: { id: string; label: QuestionInput['text'] }[] }

function withIds(given: readonly QuestionInput[], faults: FieldErrors): Identified[] {
  const ids = uniqueIds(
    given,
    (question) => (isMetric(question.type) ? question.type : question.text),
    (index) => {
      faults[`questions.${index}.id`] = [sentence('survey.questionIdTaken')]
    },
  )
  return given.map((question, index) => {
    const { options, ...rest } = question
    const id = ids[index] ?? question.type
    if (!options) return { ...rest, id }
    const optionIds = uniqueIds(
      options,
      (option) => option.label,
      (at) => {
        faults[`questions.${index}.options.${at}.id`] = [sentence('survey.optionIdTaken')]
      },
    )
    return { ...rest, id, options: options.map(({ label }, at) => ({ id: optionIds[at] ?? `option-${at}`, label })) }
  })
}

function uniqueIds<T extends { id?: string }>(
  items: readonly T[],
  nameOf: (item: T) => QuestionInput['text'],
  onDuplicate: (index: number) => void,
): string[] {
  const taken = new Set(givenIds(items))
  const seen = new Set<string>()
  return items.map((item, index) => {
    if (item.id !== undefined && seen.has(item.id)) onDuplicate(index)
    const id = item.id ?? freeId(slugify(wordingIn(nameOf(item), 'en')), taken)
    seen.add(id)
    taken.add(id)
    return id
  })
}

function givenIds(items: readonly { id?: string }[]): string[] {
  return items.flatMap(({ id }) => id ?? [])
}

function normalized(type: SurveyType, { description, options, showIf, required, ...question }: Identified): Question {
  return {
    ...question,
    ...(description ? { description } : {}),
    required: required ?? question.type === type,
    ...(options && hasOptions(question.type) ? { options } : {}),
    ...(showIf ? { showIf } : {}),
  }
}

/** Conditions may only refer to earlier questions and to their possible answers. */
function checkConditions(type: SurveyType, questions: readonly Question[], faults: FieldErrors): void {
  const asked = readQuestions({ type, questions })
  for (const [index, question] of questions.entries()) {
    const { showIf } = question
    if (!showIf) continue
    const before = asked.slice(0, asked.indexOf(question))
    const path = `questions.${index}.showIf`
    if ('band' in showIf) {
      if (!before.some((other) => isMetric(other.type))) faults[path] = [sentence('survey.noScoreBefore')]
      continue
    }
    const other = before.find(({ id }) => id === showIf.question)
    if (!other) faults[`${path}.question`] = [sentence('survey.noQuestionBefore')]
    else if (!showIf.in.every((value) => canAnswer(other, value)))
      faults[`${path}.in`] = [sentence('survey.impossibleAnswer')]
  }
}

function canAnswer(question: Question, value: string | number | boolean): boolean {
  if (isScale(question.type)) {
    const { min, max } = SCALES[question.type]
    return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
  }
  if (question.type === 'yes_no') return typeof value === 'boolean'
  return question.options?.some(({ id }) => id === value) ?? false
}
