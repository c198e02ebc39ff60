import type { Language } from '../../validation/schema'
import type { SurveyLayout } from '../logic/schema'
import type { QuestionInput, SurveyType } from '../schema'

/** One text for each language. */
export type Translations = Record<Language, string>

export type TemplateQuestion = QuestionInput & { id: string; text: Translations }

export type TemplateDefinition = {
  type: SurveyType
  layout: SurveyLayout
  key: string
  /** Also of the survey made from it. */
  name: Translations
  /** What it finds out, and when to send it. */
  purpose: Translations
  questions: TemplateQuestion[]
}

type Option = { id: string; label: Translations; other?: boolean }

export const OTHER_OPTION: Option = { id: 'other', label: { en: 'Something else', fr: 'Autre chose' }, other: true }

export function textQuestion(id: string, text: Translations, showIf?: QuestionInput['showIf']): TemplateQuestion {
  return { id, type: 'text', text, ...(showIf ? { showIf } : {}) }
}

type Band = 'promoter' | 'passive' | 'detractor'

/** For scores of these bands, whichever the metric is. */
export function forBands(...band: Band[]): { band: Band[] } {
  return { band }
}
