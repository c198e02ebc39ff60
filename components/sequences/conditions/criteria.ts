import { type PropertyCondition, parsePropertyCondition } from '@/server/contacts/filters/constants'
import type { ANSWER_OPERATORS } from '@/server/sequences/conditions/constants'
import type { StepConditions, StepCriterion } from '@/server/sequences/conditions/schema'
import { findScale, isBoolean, isTyped, listAnswerValues, pickTranslation } from '@/server/surveys/constants'
import type { Question } from '@/server/surveys/schema'
import type { Language } from '@/server/validation/schema'

/* Conditions while they are edited: shaped like those of the API, but values may be missing (empty). */

export const CRITERION_TYPES = ['tag', 'property', 'location', 'language', 'band', 'survey', 'answer'] as const

export type CriterionType = StepCriterion['type']
export type AnswerCriterion = Extract<StepCriterion, { type: 'answer' }>
type AnswerOperator = (typeof ANSWER_OPERATORS)[number]

export function createCriterion(type: CriterionType): StepCriterion {
  switch (type) {
    case 'tag':
      return { type, tag: '', is: true }
    case 'property':
      return { type, condition: '' }
    case 'location':
      return { type, locationId: '', is: true }
    case 'language':
      return { type, language: 'en', is: true }
    case 'band':
      return { type, band: 'positive', is: true }
    case 'survey':
      return { type, outcome: 'answered' }
    case 'answer':
      return { type, surveyId: '', questionId: '', operator: 'is', value: '' }
  }
}

export type MissingValue = { field: string; fault: 'choice' | 'value' }

/** The first value that a criterion lacks, under the path of its error. */
export function findMissingValue(criterion: StepCriterion): MissingValue | null {
  switch (criterion.type) {
    case 'tag':
      return criterion.tag.trim() === '' ? { field: 'tag', fault: 'value' } : null
    case 'location':
      return criterion.locationId === '' ? { field: 'locationId', fault: 'choice' } : null
    case 'property': {
      const { key, operator, value } = readPropertyCondition(criterion.condition)
      if (key === '') return { field: 'condition', fault: 'choice' }
      return comparesValue(operator) && value.trim() === '' ? { field: 'condition', fault: 'value' } : null
    }
    case 'answer': {
      if (criterion.surveyId === '') return { field: 'surveyId', fault: 'choice' }
      if (criterion.questionId.trim() === '') return { field: 'questionId', fault: 'choice' }
      return String(criterion.value).trim() === '' ? { field: 'value', fault: 'value' } : null
    }
    default:
      return null
  }
}

export function isComplete({ items }: StepConditions): boolean {
  return items.length > 0 && items.every((item) => findMissingValue(item) === null)
}

/** As `parsePropertyCondition`, with spaces around the value, which may be in the middle of being typed. */
export function readPropertyCondition(text: string): PropertyCondition {
  const condition = parsePropertyCondition(text)
  if (condition === null) return { key: '', operator: 'is', value: '' }
  return { ...condition, value: /^[^=<>!]+(?:!=|>=|<=|=)(.*)$/su.exec(text)?.[1] ?? '' }
}

export function comparesValue(operator: PropertyCondition['operator']): boolean {
  return operator !== 'isSet' && operator !== 'isNotSet'
}

/** @param stored what it has so far, which another client may have set. */
export function listAnswerOperators(question: Question | undefined, stored: AnswerOperator): AnswerOperator[] {
  const operators: AnswerOperator[] =
    question === undefined || question.type === 'text'
      ? ['contains', 'is', 'is_not']
      : isTyped(question.type) || findScale(question)
        ? ['is', 'is_not', 'at_least', 'at_most']
        : ['is', 'is_not']
  return operators.includes(stored) ? operators : [...operators, stored]
}

/** Answers to choose from; null for what is typed. */
export function listAnswerChoices(
  question: Question,
  words: { yes: string; no: string },
  language: Language,
): { value: string; label: string }[] | null {
  if (isTyped(question.type)) return null
  return listAnswerValues(question).map((value) => {
    const label = findLabel(question, value, language)
    const word = typeof value === 'boolean' ? words[value ? 'yes' : 'no'] : `${value}`
    return { value: `${value}`, label: label ?? word }
  })
}

function findLabel({ type, options = [], rows = [] }: Question, value: unknown, language: Language): string | null {
  const [rowId, columnId] = String(value).split(':')
  const row = rows.find(({ id }) => id === rowId)
  const option = options.find(({ id }) => id === (type === 'matrix' ? columnId : value))
  if (!option) return null
  const label = pickTranslation(option.label, language)
  return row ? `${pickTranslation(row.label, language)}: ${label}` : label
}

/** A typed or chosen answer as responses store it. */
export function toAnswerValue(text: string, question: Pick<Question, 'type'>): AnswerCriterion['value'] {
  const { type } = question
  if (text === '') return text
  if (isBoolean(type) || type === 'consent') return text === 'true'
  const isNumeric = type === 'number' || findScale(question) !== null
  return isNumeric && !Number.isNaN(Number(text)) ? Number(text) : text
}
