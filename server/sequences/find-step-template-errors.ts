import { type LocalizableMessage, localizableMessage } from '../messages/localizable-message'
import { findFirstTemplateError, type TemplateError } from '../messaging/message-template'
import { LANGUAGES } from '../validation/languages'
import type { Language } from '../validation/schema'
import { type STEP_TYPES, sendsMessage } from './constants'

/* Validation of the texts of steps. No server dependencies: browsers load this file when a sequence is saved. */

type StepTemplateError = { step: number; field: 'subject' | 'body'; language: Language | null; fault: TemplateError }

type StepTexts = {
  type: (typeof STEP_TYPES)[number]
  surveyId?: string | null
  subject?: unknown
  body?: unknown
  condition?: string
}

const SCORE_CONDITIONS = ['positive', 'neutral', 'negative']

export function findStepTemplateErrors(steps: readonly StepTexts[]): StepTemplateError[] {
  let hasSurvey = false
  return steps.flatMap(({ type, surveyId, subject, body, condition = 'always' }, step) => {
    if ((type === 'survey' || type === 'sms') && surveyId) hasSurvey = true
    if (!sendsMessage(type)) return []
    return [...findFieldFaults('subject', type === 'sms' ? null : subject), ...findFieldFaults('body', body)]

    function findFieldFaults(field: 'subject' | 'body', text: unknown): StepTemplateError[] {
      return listTextsByLanguage(text).flatMap(([language, words]) => {
        const fault = findFirstTemplateError(words, hasSurvey, SCORE_CONDITIONS.includes(condition))
        return fault ? [{ step, field, language, fault }] : []
      })
    }
  })
}

export function listTextsByLanguage(text: unknown): [language: Language | null, words: string][] {
  if (typeof text === 'string') return [[null, text]]
  if (typeof text !== 'object' || text === null) return []
  return LANGUAGES.flatMap((language) => {
    const words = (text as Record<string, unknown>)[language]
    return typeof words === 'string' ? [[language, words] as [Language, string]] : []
  })
}

export function toTemplateErrorMessage({ code, values }: TemplateError): LocalizableMessage {
  return localizableMessage(`sequence.${code}`, values)
}
