import {
  findUndeclaredPropertyErrors,
  type PropertyReference,
} from '../../contact-properties/find-undeclared-property-errors'
import type { FieldErrors } from '../../errors'
import { type LocalizableMessage, localizableMessage } from '../../messages/localizable-message'
import { findFirstWordingError, listPropertyPlaceholders, type TemplateError } from '../../messaging/message-template'
import { LANGUAGES } from '../../validation/languages'
import type { LocalizedText } from '../../validation/schema'
import { SCORE_BANDS } from '../constants'
import type { SurveyField } from '../fields/schema'
import type { Ending } from '../logic/schema'
import type { Question } from '../schema'
import type { Thanks } from '../thanks/schema'
import {
  hasPlaceholder,
  isRecallPlaceholder,
  parseWording,
  readRecalledFieldId,
  readRecalledQuestionId,
} from './wording'

/** @property questions as they are saved @property allQuestions with the metric first */
export type RecallingSurvey = {
  questions: readonly Question[]
  allQuestions: readonly Question[]
  endings: readonly Ending[]
  thanks: Thanks
  fields: readonly SurveyField[]
}

/** A text, the errors' path of it, and the questions that are answered before it is shown. */
type RecallingText = { path: string; text: string; earlier: readonly Question[]; isOfConsent: boolean }

/**
 * Checks the placeholders in the texts of a survey: unknown ones, answers that come later, hidden fields that are not declared, and texts
 * that read broken without a value.
 * @returns errors under `questions.<index>.text`, `endings.<index>.title`, `thanks.<band>.text` and the like, with the language if the text
 * has several
 */
export async function findRecallErrors(organizationId: string, survey: RecallingSurvey): Promise<FieldErrors> {
  const texts = listTexts(survey).filter(({ text }) => hasPlaceholder(text) || text.includes('}}'))
  const errors: FieldErrors = {}
  for (const text of texts) {
    const error = findError(text, survey)
    if (error) errors[text.path] = [error]
  }
  const named = texts.filter(({ path }) => !(path in errors)).flatMap(listPropertiesWithoutFallback)
  return { ...(await findUndeclaredPropertyErrors(organizationId, named)), ...errors }
}

function listTexts({ questions, allQuestions, endings, thanks }: RecallingSurvey): RecallingText[] {
  return [
    ...questions.flatMap((question, index) => {
      const { text, description, type } = question
      const earlier = allQuestions.slice(0, allQuestions.indexOf(question))
      const context = { earlier, isOfConsent: type === 'consent' }
      return listFields(`questions.${index}`, { text, description }, context)
    }),
    ...[
      ...endings.map((ending, index) => [`endings.${index}`, ending] as const),
      ...[...SCORE_BANDS, 'plain' as const].map((band) => [`thanks.${band}`, thanks[band]] as const),
    ].flatMap(([path, page]) =>
      listFields(path, { title: page?.title, text: page?.text }, { earlier: allQuestions, isOfConsent: false }),
    ),
  ]
}

function listFields(
  path: string,
  fields: Record<string, LocalizedText | null | undefined>,
  context: Pick<RecallingText, 'earlier' | 'isOfConsent'>,
): RecallingText[] {
  return Object.entries(fields).flatMap(([field, text]) => {
    if (!text) return []
    if (typeof text === 'string') return [{ path: `${path}.${field}`, text, ...context }]
    return LANGUAGES.map((language) => ({ path: `${path}.${field}.${language}`, text: text[language], ...context }))
  })
}

function findError(
  { text, earlier, isOfConsent }: RecallingText,
  { allQuestions, fields }: RecallingSurvey,
): LocalizableMessage | null {
  const error = findFirstWordingError(text, isRecallPlaceholder)
  if (error?.code === 'unknownPlaceholder') return toMessage(error)
  for (const part of parseWording(text)) {
    if (typeof part === 'string') continue
    if (isOfConsent) return localizableMessage('survey.consentRecalls')
    const placeholder = shorten(part.source)
    const fieldId = readRecalledFieldId(part.name)
    if (fieldId !== null && !fields.some(({ id }) => id === fieldId))
      return localizableMessage('survey.recallsNoField', { placeholder })
    const questionId = readRecalledQuestionId(part.name)
    const recalled = allQuestions.find(({ id }) => id === questionId)
    if (questionId !== null && !recalled) return localizableMessage('survey.recallsNoQuestion', { placeholder })
    if (recalled && (!earlier.includes(recalled) || ['statement', 'consent'].includes(recalled.type)))
      return localizableMessage('survey.recallsNoAnswer', { placeholder })
  }
  return error ? toMessage(error) : null
}

function toMessage({ code, values }: TemplateError): LocalizableMessage {
  if (code === 'unknownPlaceholder')
    return localizableMessage('survey.unknownPlaceholder', { placeholder: shorten(values.placeholder) })
  if (code !== 'needsFallback' && code !== 'propertyNeedsFallback')
    return localizableMessage('survey.recallSaysNothing')
  return localizableMessage(`sequence.${code}`, { ...values, name: shorten(values.name) })
}

const SOURCE_MAX_CHARACTERS = 60

function shorten(source: string): string {
  return source.length > SOURCE_MAX_CHARACTERS ? `${source.slice(0, SOURCE_MAX_CHARACTERS).toWellFormed()}…` : source
}

function listPropertiesWithoutFallback({ path, text }: RecallingText): PropertyReference[] {
  return listPropertyPlaceholders(text)
    .filter(({ fallback }) => fallback === '')
    .map(({ key, source }) => ({ field: path, key, source }))
}
