import { METRIC_QUESTION_TEXTS } from '@/server/surveys/constants'
import { LANGUAGES, otherLanguages } from '@/server/validation/languages'
import type { Language, LocalizedText, PerLanguage } from '@/server/validation/schema'

/* Texts of the form model of a survey. Each has a value for every language, which may be empty. */

export type Texts = PerLanguage<string>

/**
 * Which languages a survey is written in: all, or only one for everyone.
 * @property language the organization's
 */
export type TextLanguages = { language: Language; isTranslated: boolean }

export type ToText = (texts: Texts) => LocalizedText

export const OTHER_TEXTS: Texts = { en: 'Other', fr: 'Autre' }

export const REASON_QUESTION_TEXTS: Texts = {
  en: 'What is the main reason for your score?',
  fr: 'Quelle est la raison principale de votre note\u202f?',
}

const DEFAULT_TEXTS = [...Object.values(METRIC_QUESTION_TEXTS), REASON_QUESTION_TEXTS, OTHER_TEXTS]

export const NO_TEXTS: Texts = repeatText('')

function repeatText(text: string): Texts {
  return Object.fromEntries(LANGUAGES.map((language) => [language, text])) as Texts
}

/** The organization's language first. */
export function listLanguages({ language, isTranslated }: TextLanguages): Language[] {
  return isTranslated ? [language, ...otherLanguages(language)] : [language]
}

/** A stored text for everyone is the same in every language of the survey. */
export function toTexts(text: LocalizedText | null | undefined, { language, isTranslated }: TextLanguages): Texts {
  if (typeof text !== 'string') return text ?? NO_TEXTS
  return isTranslated ? repeatText(text) : { ...NO_TEXTS, [language]: text }
}

/** A survey in one language keeps the translations of the service's own wordings only. @returns `''` if nothing is written */
export function toLocalizedText(texts: Texts, { language, isTranslated }: TextLanguages): LocalizedText {
  if (isDefaultText(texts)) return texts
  if (!isTranslated) return texts[language].trim() === '' ? '' : texts[language]
  if (!isWritten(texts)) return ''
  return LANGUAGES.every((one) => texts[one] === texts[language]) ? texts[language] : texts
}

/** What is written in the only language of a survey. The service's own wordings are in all languages. */
export function writeOnlyText(text: string, language: Language): Texts {
  return DEFAULT_TEXTS.find((wording) => wording[language] === text) ?? { ...NO_TEXTS, [language]: text }
}

/** The text in a language, else in the first other one that has it. */
export function readText(texts: Texts, language: Language): string {
  return [language, ...otherLanguages(language)].map((one) => texts[one]).find((text) => text.trim() !== '') ?? ''
}

export function isWritten(texts: Texts): boolean {
  return LANGUAGES.some((language) => texts[language].trim() !== '')
}

/** Whether any text of a stored survey has translations of its own. */
export function hasTranslations(content: unknown): boolean {
  if (typeof content !== 'object' || content === null) return false
  return isTexts(content) ? !isDefaultText(content) : Object.values(content).some(hasTranslations)
}

/** Changes all texts of a form model. */
export function mapTexts<T>(content: T, change: (texts: Texts) => Texts): T {
  if (typeof content !== 'object' || content === null) return content
  if (isTexts(content)) return change(content) as T
  if (Array.isArray(content)) return content.map((item: unknown) => mapTexts(item, change)) as T
  return Object.fromEntries(Object.entries(content).map(([key, value]) => [key, mapTexts<unknown>(value, change)])) as T
}

/** Without the texts in other languages. */
export function dropTranslations<T>(content: T, language: Language): T {
  return mapTexts(content, (texts) => (isDefaultText(texts) ? texts : { ...NO_TEXTS, [language]: texts[language] }))
}

function isTexts(content: object): content is Texts {
  return LANGUAGES.every((language) => typeof (content as Record<string, unknown>)[language] === 'string')
}

function isDefaultText(texts: Texts): boolean {
  return DEFAULT_TEXTS.some((wording) => LANGUAGES.every((language) => wording[language] === texts[language]))
}
