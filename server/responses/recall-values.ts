import type { PropertyDefinition } from '../contact-properties/constants'
import { loadContactProperties } from '../contact-properties/contact-properties'
import { buildPropertyPlaceholders } from '../contact-properties/property-placeholders'
import { toLanguageTag } from '../messages/locale'
import { getTranslator } from '../messages/message-catalogue'
import {
  ANSWER_PLACEHOLDER_PREFIX,
  FIELD_PLACEHOLDER_PREFIX,
  PROPERTY_PLACEHOLDER_PREFIX,
} from '../messaging/constants'
import { sanitizeName, toSingleLine } from '../messaging/templates/sanitize-name'
import { otherTextId, pickTranslation } from '../surveys/constants'
import type { FieldValues } from '../surveys/fields/constants'
import type { Ending } from '../surveys/logic/schema'
import { fillWording, hasPlaceholder, NO_RECALL, type RecallValues } from '../surveys/recall/wording'
import type { Question } from '../surveys/schema'
import type { Thanks } from '../surveys/thanks/schema'
import type { ThanksPage } from '../surveys/thanks/thanks'
import type { Language } from '../validation/schema'
import type { AnswerWithOptionLabels } from './schema'
import { type FormAnswers, validateAnswers } from './validate-answers'

/* What fills the placeholders in the texts of a survey, on its page and its thanks. */

export type RecallContact = { firstName: string; lastName: string | null; customFields: Record<string, unknown> }

/**
 * @property contact null if it is not known who answers
 * @property fields values of hidden fields, signed ones too
 */
export type RecallSource = {
  organizationId: string
  survey: { questions: readonly Question[]; endings: readonly Ending[]; thanks: Thanks }
  contact: RecallContact | null
  fields: FieldValues
}

/** @param answers what the form has so far, or stored answers as a form */
export async function loadRecallValues(
  { organizationId, survey, contact, fields }: RecallSource,
  answers: FormAnswers,
  language: Language,
): Promise<RecallValues> {
  const texts = JSON.stringify([survey.questions, survey.endings, survey.thanks])
  if (!hasPlaceholder(texts)) return NO_RECALL
  const namesProperties = contact !== null && texts.includes(PROPERTY_PLACEHOLDER_PREFIX)
  const properties = namesProperties ? await loadContactProperties(organizationId) : []
  return new Map([
    ...(contact ? listContactValues(contact, properties, language) : []),
    ...Object.entries(fields).map(([id, value]) => [FIELD_PLACEHOLDER_PREFIX + id, value] as const),
    ...listAnswerValues(survey.questions, answers, language),
  ])
}

function listContactValues(
  { firstName, lastName, customFields }: RecallContact,
  properties: readonly PropertyDefinition[],
  language: Language,
): [string, string][] {
  return [
    ...Object.entries(buildPropertyPlaceholders(customFields, properties, language)),
    ['firstName', sanitizeName(firstName)],
    ['lastName', sanitizeName(lastName ?? '')],
  ]
}

/** public/survey-recall.js reads the same from the form. */
function listAnswerValues(questions: readonly Question[], form: FormAnswers, language: Language): [string, string][] {
  const { answers } = validateAnswers(questions, form, language)
  const otherTexts = new Map(answers.map(({ questionId, value }) => [questionId, String(value)]))
  return answers.map((answer) => {
    const question = questions.find(({ id }) => id === answer.questionId)
    const other = question?.options?.find((option) => option.other)
    const otherLabel = other && pickTranslation(other.label, language)
    const otherText = otherTexts.get(otherTextId(answer.questionId))
    const labels = answer.labels.map((label) => (label === otherLabel && otherText ? otherText : label))
    const text = describeAnswer({ ...answer, labels }, language)
    return [ANSWER_PLACEHOLDER_PREFIX + answer.questionId, shorten(toSingleLine(text))]
  })
}

function describeAnswer({ type, value, labels }: AnswerWithOptionLabels, language: Language): string {
  const t = getTranslator(language, 'survey')
  if (type === 'thumbs') return t(value === true ? 'thumbsUp' : 'thumbsDown')
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (type === 'number') return Number(value).toLocaleString(toLanguageTag(language), NUMBER_FORMAT)
  if (type === 'date')
    return new Date(`${String(value)}T00:00:00Z`).toLocaleDateString(toLanguageTag(language), DATE_FORMAT)
  return labels.length > 0 ? labels.join(', ') : String(value)
}

const NUMBER_FORMAT = { maximumFractionDigits: 10, useGrouping: 'min2' } as const
const DATE_FORMAT = { dateStyle: 'long', timeZone: 'UTC' } as const

const ANSWER_MAX_CHARACTERS = 200

function shorten(text: string): string {
  const characters = Array.from(text)
  return characters.length > ANSWER_MAX_CHARACTERS ? `${characters.slice(0, ANSWER_MAX_CHARACTERS).join('')}…` : text
}

/** The page that follows the last question, with its texts in one language. */
export function fillThanks(thanks: ThanksPage, values: RecallValues, language: Language): ThanksPage {
  const { title, text } = thanks
  return {
    ...thanks,
    ...(title ? { title: fillWording(pickTranslation(title, language), values) } : {}),
    ...(text ? { text: fillWording(pickTranslation(text, language), values) } : {}),
  }
}
