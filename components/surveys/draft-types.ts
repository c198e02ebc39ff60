import type { SurveyField } from '@/server/surveys/fields/schema'
import type { SurveyLayout } from '@/server/surveys/logic/schema'
import type { QuestionType, ScoreBand, SurveyPriority, SurveyType } from '@/server/surveys/schema'
import type { TextLanguages, Texts } from './draft-texts'

/*
 * Form model of a survey: each text has a value for every language; conditions refer to questions and answers by a local `ref`, because
 * new ones have no id yet.
 */

export type ConditionOperator = 'band' | 'in' | 'range' | 'answered' | 'unanswered'

export type ConditionDraft = {
  /** `ref` of a question, or SCORE_SOURCE. */
  source: string
  operator: ConditionOperator
  bands: ScoreBand[]
  /** Option refs, or values as text. */
  answers: string[]
  /** As typed. */
  min: string
  max: string
}

export type RuleDraft = { match: 'always' | 'all' | 'any'; conditions: ConditionDraft[] }

/** @property to `ref` of a question, or SURVEY_END; @property ending `ref`, or empty for the usual thanks */
export type JumpDraft = { rule: RuleDraft; to: string; ending: string }

export type OptionDraft = { ref: string; id: string; label: Texts; isOther: boolean }

/** Words that only some types have. */
export const TYPE_WORDINGS = ['unit', 'low', 'high'] as const
export type TypeWording = (typeof TYPE_WORDINGS)[number]

export type QuestionDraft = {
  ref: string
  /** Empty until saved. */
  id: string
  type: QuestionType
  text: Texts
  description: Texts
  required: boolean
  options: OptionDraft[]
  /** Of a matrix, whose options are its columns. */
  rows: OptionDraft[]
  shuffle: boolean
  /** As typed: of a scale or a number. */
  min: string
  max: string
  wordings: Record<TypeWording, Texts>
  showIf: RuleDraft
  jumps: JumpDraft[]
}

export const THANKS_BANDS = ['positive', 'neutral', 'negative', 'plain'] as const
export type ThanksBand = (typeof THANKS_BANDS)[number]

export type ThanksDraft = {
  title: Texts
  text: Texts
  buttonLabel: Texts
  buttonUrl: string
  redirectUrl: string
}

export type EndingDraft = ThanksDraft & {
  ref: string
  /** Empty until saved. */
  id: string
}

export type SurveyDraft = TextLanguages & {
  name: string
  type: SurveyType
  questions: QuestionDraft[]
  layout: SurveyLayout
  endings: EndingDraft[]
  thanks: Record<ThanksBand, ThanksDraft>
  fields: SurveyField[]
  /** As typed; empty for none. */
  cooldownDays: string
  /** Empty: people may not change their answers. */
  changeHours: string
  priority: SurveyPriority
}

/** The path of a text in the form, without the language. */
export type TextName =
  | `questions.${number}.${'text' | 'description'}`
  | `questions.${number}.${'options' | 'rows'}.${number}.label`
  | `questions.${number}.wordings.${TypeWording}`
  | `${`endings.${number}` | `thanks.${ThanksBand}`}.${'title' | 'text' | 'buttonLabel'}`
