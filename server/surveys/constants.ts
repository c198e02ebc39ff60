import type { Language, LocalizedText } from '../validation/schema'

/*
 * Survey constants and the rules derived from them. Loaded by browsers, so plain data and functions only; schema.ts
 * builds the zod schemas.
 */

export const NAME_MAX_CHARACTERS = 200
export const WORDING_MAX_CHARACTERS = 1000
export const MAX_QUESTIONS = 50
export const MAX_OPTIONS = 20
/** Of a matrix. */
export const MAX_ROWS = 10
export const MAX_CONDITIONS = 10
export const MAX_JUMPS = 10
export const MAX_ENDINGS = 10
export const CHANGE_HOURS_MAX = 720
export const ENDING_TEXT_MAX_CHARACTERS = 2000
export const BUTTON_LABEL_MAX_CHARACTERS = 60
export const THANKS_URL_MAX_CHARACTERS = 1000
/** In place of a question's id: a jump to the end of the survey. */
export const SURVEY_END = 'end'

export const SURVEY_TYPES = ['nps', 'csat', 'ces', 'custom'] as const
export const QUESTION_TYPES = [
  'nps',
  'csat',
  'ces',
  'rating',
  'single_choice',
  'multiple_choice',
  'text',
  'yes_no',
  'smileys',
  'thumbs',
  'scale',
  'dropdown',
  'number',
  'date',
  'consent',
  'statement',
  'matrix',
  'ranking',
] as const
type QuestionType = (typeof QUESTION_TYPES)[number]

export const METRICS = ['nps', 'csat', 'ces'] as const
type Metric = (typeof METRICS)[number]

export const SCALES = {
  nps: { min: 0, max: 10 },
  csat: { min: 1, max: 5 },
  ces: { min: 1, max: 7 },
  rating: { min: 1, max: 5 },
  smileys: { min: 1, max: 5 },
} as const
export type ScaleQuestionType = keyof typeof SCALES

/** Of a question of the type `scale`, which has its own. */
export const OWN_SCALE = { minFrom: 0, minTo: 1, maxFrom: 2, maxTo: 10 } as const

export const UNIT_MAX_CHARACTERS = 20
export const NUMBER_LIMIT = 1_000_000_000

export const SCORE_BANDS = ['positive', 'neutral', 'negative'] as const
type ScoreBand = (typeof SCORE_BANDS)[number]

export const METRIC_QUESTION_TEXTS: Record<Metric, { en: string; fr: string }> = {
  nps: {
    en: 'How likely are you to recommend us to a friend or colleague?',
    fr: 'Quelle est la probabilité que vous nous recommandiez à un proche ou à un collègue\u202f?',
  },
  csat: {
    en: 'How satisfied are you with your experience with us?',
    fr: 'Êtes-vous satisfait de votre expérience chez nous\u202f?',
  },
  ces: {
    en: 'We made it easy for you to get what you needed.',
    fr: 'Nous vous avons permis d’obtenir facilement ce dont vous aviez besoin.',
  },
}

export function pickTranslation(text: LocalizedText, language: Language): string {
  return typeof text === 'string' ? text : text[language]
}

export function isScale(type: QuestionType): type is ScaleQuestionType {
  return type in SCALES
}

export function isMetric(type: string): type is Metric {
  return type === 'nps' || type === 'csat' || type === 'ces'
}

const OPTION_TYPES = ['single_choice', 'multiple_choice', 'dropdown', 'matrix', 'ranking'] as const

/** Those of a matrix are its columns. */
export function hasOptions(type: QuestionType): type is (typeof OPTION_TYPES)[number] {
  return OPTION_TYPES.some((one) => one === type)
}

/** Whether its last option may be “other”, with a text. */
export function mayHaveOther(type: QuestionType): boolean {
  return type === 'single_choice' || type === 'multiple_choice' || type === 'dropdown'
}

/** Answered with yes or no, or with a thumb. */
export function isBoolean(type: QuestionType): type is 'yes_no' | 'thumbs' {
  return type === 'yes_no' || type === 'thumbs'
}

/** Answered with the keyboard. */
export function isTyped(type: QuestionType): type is 'text' | 'number' | 'date' {
  return type === 'text' || type === 'number' || type === 'date'
}

type ScaledQuestion = { type: QuestionType; min?: number; max?: number }

export function findScale({ type, min = 0, max = 10 }: ScaledQuestion): { min: number; max: number } | null {
  if (type === 'scale') return { min, max }
  return isScale(type) ? SCALES[type] : null
}

/** The id under which the text of the option “other” is an answer of its own. */
export function otherTextId(questionId: string): string {
  return `${questionId}.other`
}

const SCORE_BAND_MINIMUMS: Record<Metric, { positive: number; neutral: number }> = {
  nps: { positive: 9, neutral: 7 },
  csat: { positive: 4, neutral: 3 },
  ces: { positive: 5, neutral: 4 },
}

export function classifyScore(metric: Metric, score: number): ScoreBand {
  if (score >= SCORE_BAND_MINIMUMS[metric].positive) return 'positive'
  return score >= SCORE_BAND_MINIMUMS[metric].neutral ? 'neutral' : 'negative'
}

export const NPS_CATEGORY_BY_SCORE_BAND = { positive: 'promoter', neutral: 'passive', negative: 'detractor' } as const

/** The controls of a question that is answered by choice, in order; none for what is typed. */
export function listAnswerValues(
  question: ScaledQuestion & { options?: readonly { id: string }[]; rows?: readonly { id: string }[] },
): (string | number | boolean)[] {
  const scale = findScale(question)
  if (scale) return Array.from({ length: scale.max - scale.min + 1 }, (_, step) => scale.min + step)
  if (isBoolean(question.type)) return [true, false]
  const { type, options = [], rows = [] } = question
  if (type === 'consent') return [true]
  if (type === 'matrix') return rows.flatMap((row) => options.map((column) => toCell(row.id, column.id)))
  if (type === 'ranking') return []
  return options.map(({ id }) => id)
}

/** An answer in a row of a matrix. */
export function toCell(rowId: string, columnId: string): string {
  return `${rowId}:${columnId}`
}

export function slugify(text: string): string {
  const plain = text.slice(0, 200).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const slug = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-+/, '')
  return slug.slice(0, 40).replace(/(?<!-)-+$/, '') || 'question'
}

export function makeUniqueId(preferred: string, usedIds: ReadonlySet<string>): string {
  for (let n = 1; ; n += 1) {
    const id = n === 1 ? preferred : `${preferred}-${n}`
    if (!usedIds.has(id)) return id
  }
}

export const COOLDOWN_DAYS_MAX = 730

/** From the lowest. Stored as -1, 0, 1. */
export const SURVEY_PRIORITIES = ['low', 'normal', 'high'] as const
