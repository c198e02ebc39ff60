import { z } from 'zod'
import { Id, type Language, type LocalizedText, PageQuery, RequiredText, Text, Timestamp } from '../fields/schema'
import { sentence } from '../messages/sentence'

export const NAME_MAX_CHARACTERS = 200
export const TEXT_MAX_CHARACTERS = 1000
export const MAX_QUESTIONS = 50
export const MAX_OPTIONS = 20

export const SurveyType = z.enum(['nps', 'csat', 'ces', 'custom'])
export type SurveyType = z.infer<typeof SurveyType>

export const SurveyStatus = z.enum(['active', 'archived'])
export type SurveyStatus = z.infer<typeof SurveyStatus>

export const QuestionType = z.enum([
  'nps',
  'csat',
  'ces',
  'rating',
  'single_choice',
  'multiple_choice',
  'text',
  'yes_no',
])
export type QuestionType = z.infer<typeof QuestionType>

/** The question types that give a survey its score. */
export const Metric = z.enum(['nps', 'csat', 'ces'])
export type Metric = z.infer<typeof Metric>

/** Both ends of each scale, whole numbers. */
export const SCALES = {
  nps: { min: 0, max: 10 },
  csat: { min: 1, max: 5 },
  ces: { min: 1, max: 7 },
  rating: { min: 1, max: 5 },
} as const
export type ScaleType = keyof typeof SCALES

/** NPS 9–10 / 7–8 / 0–6, CSAT 4–5 / 3 / 1–2, CES 5–7 / 4 / 1–3. */
export const Band = z.enum(['positive', 'neutral', 'negative'])
export type Band = z.infer<typeof Band>

const Wording = z
  .union(
    [
      RequiredText(TEXT_MAX_CHARACTERS),
      z.object({ en: RequiredText(TEXT_MAX_CHARACTERS), fr: RequiredText(TEXT_MAX_CHARACTERS) }),
    ],
    sentence('value.perLanguage'),
  )
  .meta({
    id: 'Wording',
    description: `Text for everybody, or one for each language: at most ${TEXT_MAX_CHARACTERS} characters.`,
  })

const QUESTION_TYPES =
  'nps: 0 to 10. csat: 1 to 5. ces: 1 to 7, agreement that it was easy. rating: 1 to 5 stars. single_choice, ' +
  'multiple_choice: of `options`. text: free text. yes_no: true or false.'

const Slug = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,49}$/, sentence('value.slug'))

const ShowIf = z
  .union(
    [
      z.object({
        band: z.array(z.enum(['promoter', 'passive', 'detractor'])).min(1, sentence('survey.noBand')),
      }),
      z.object({
        question: Slug,
        in: z
          .array(z.union([z.number(), z.string(), z.boolean()]))
          .min(1, sentence('survey.noAnswer'))
          .max(20),
      }),
    ],
    sentence('survey.condition'),
  )
  .describe('Asks the question only of some: by the band of their score, or by an earlier answer.')
export type ShowIf = z.infer<typeof ShowIf>

export const QuestionInput = z
  .object({
    id: Slug.exactOptional().describe('Unique in the survey; made from the text when absent.'),
    type: QuestionType.describe(QUESTION_TYPES),
    text: Wording,
    description: Wording.nullable().exactOptional(),
    required: z
      .boolean()
      .exactOptional()
      .describe("False when absent; true for the survey's own metric, which comes first."),
    options: z
      .array(z.object({ id: Slug.exactOptional(), label: Wording }))
      .max(MAX_OPTIONS)
      .exactOptional()
      .describe('For the choice types: 2 to 20.'),
    showIf: ShowIf.nullable().exactOptional(),
  })
  .meta({ id: 'QuestionInput' })
export type QuestionInput = z.infer<typeof QuestionInput>

export const Question = z
  .object({
    id: z.string().describe('Unique in the survey.'),
    type: QuestionType.describe(QUESTION_TYPES),
    text: Wording,
    description: Wording.exactOptional(),
    required: z.boolean(),
    options: z.array(z.object({ id: z.string(), label: Wording })).exactOptional(),
    showIf: ShowIf.exactOptional(),
  })
  .meta({ id: 'Question' })
export type Question = z.infer<typeof Question>

export const Survey = z
  .object({
    id: Id,
    name: z.string(),
    type: SurveyType.describe('The metric that it measures; never changes.'),
    status: SurveyStatus.describe('An archived survey is not sent any more.'),
    questions: z.array(Question).describe('As given. A metric that is asked in its default wording is not among them.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Survey' })
export type Survey = z.infer<typeof Survey>

const Questions = z
  .array(QuestionInput)
  .max(MAX_QUESTIONS)
  .describe(
    `At most ${MAX_QUESTIONS}. A survey of type nps, csat or ces always asks its metric first, in a default wording unless a question of that type is given here.`,
  )

export const CreateSurvey = z.object({
  name: RequiredText(NAME_MAX_CHARACTERS),
  type: SurveyType.describe('The metric that it measures; cannot be changed later.'),
  questions: Questions,
})
export type CreateSurvey = z.infer<typeof CreateSurvey>

/** Only what is given changes. The type of a survey never does: its answers would mean something else. */
export const UpdateSurvey = z.object({
  id: Id,
  name: RequiredText(NAME_MAX_CHARACTERS).exactOptional(),
  questions: Questions.exactOptional(),
  status: SurveyStatus.exactOptional().describe('`archived` takes it out of use; `active` brings it back.'),
  type: SurveyType.exactOptional().describe('Cannot change; anything but the present type is refused.'),
})
export type UpdateSurvey = z.infer<typeof UpdateSurvey>

export const ListSurveys = PageQuery.extend({
  type: SurveyType.exactOptional().describe('Surveys of this type.'),
  status: SurveyStatus.exactOptional().describe('Surveys in this status; all when absent.'),
  search: Text(200).trim().exactOptional().describe('Part of the name, without regard to case.'),
})
export type ListSurveys = z.infer<typeof ListSurveys>

export const DeletedSurvey = z.object({ id: Id, deleted: z.literal(true) })
export type DeletedSurvey = z.infer<typeof DeletedSurvey>

/** How a metric is asked when the survey does not say. */
export const METRIC_WORDING: Record<Metric, { en: string; fr: string }> = {
  nps: {
    en: 'How likely are you to recommend us to a friend or colleague?',
    fr: 'Quelle est la probabilité que vous nous recommandiez à un proche ou à un collègue\u00a0?',
  },
  csat: {
    en: 'How satisfied are you with your experience with us?',
    fr: 'Êtes-vous satisfait de votre expérience chez nous\u00a0?',
  },
  ces: {
    en: 'We made it easy for you to get what you needed.',
    fr: 'Nous vous avons permis d’obtenir facilement ce dont vous aviez besoin.',
  },
}

export function wordingIn(text: LocalizedText, language: Language): string {
  return typeof text === 'string' ? text : text[language]
}

export function isScale(type: QuestionType): type is ScaleType {
  return type in SCALES
}

export function isMetric(type: string): type is Metric {
  return type === 'nps' || type === 'csat' || type === 'ces'
}

export function hasOptions(type: QuestionType): type is 'single_choice' | 'multiple_choice' {
  return type === 'single_choice' || type === 'multiple_choice'
}

/** The lowest score of the positive band, and of the neutral one. */
const BAND_STARTS: Record<Metric, { positive: number; neutral: number }> = {
  nps: { positive: 9, neutral: 7 },
  csat: { positive: 4, neutral: 3 },
  ces: { positive: 5, neutral: 4 },
}

export function scoreBand(metric: Metric, score: number): Band {
  if (score >= BAND_STARTS[metric].positive) return 'positive'
  return score >= BAND_STARTS[metric].neutral ? 'neutral' : 'negative'
}

/** The bands in the words of `showIf`. */
export const NAME_OF_BAND = { positive: 'promoter', neutral: 'passive', negative: 'detractor' } as const

/** The question whose answer decides whether one with this condition is asked; undefined when there is none. */
export function conditionSource(showIf: ShowIf, questions: readonly Question[]): Question | undefined {
  return 'band' in showIf
    ? questions.find(({ type }) => isMetric(type))
    : questions.find(({ id }) => id === showIf.question)
}

/** Whether this answer to the source fulfils the condition. */
export function fulfils(showIf: ShowIf, source: Question, value: string | number | boolean): boolean {
  if (!('band' in showIf)) return showIf.in.includes(value)
  return (
    isMetric(source.type) &&
    typeof value === 'number' &&
    showIf.band.includes(NAME_OF_BAND[scoreBand(source.type, value)])
  )
}

/** A readable id for a text: "Why this score?" → why-this-score. */
export function slugify(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const slug = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-+/, '')
  return slug.slice(0, 40).replace(/-+$/, '') || 'question'
}

/** The id itself, or with the first number behind it that makes it free. */
export function freeId(wanted: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n += 1) {
    const id = n === 1 ? wanted : `${wanted}-${n}`
    if (!taken.has(id)) return id
  }
}
