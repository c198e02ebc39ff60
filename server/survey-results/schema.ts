import { z } from 'zod'
import { checkPeriod, PeriodDays, periodRange, TrendStep } from '../overview/schema'
import { ResponseChannel, responseOriginFilters, ScoreSummary } from '../responses/schema'
import { Question, QuestionType, ScoreBand, SurveyType } from '../surveys/schema'
import { ExportFormat } from '../validation/list-parameters'
import { Id, queryNumberSchema } from '../validation/schema'

const Wording = Question.shape.text

const resultsFilterFields = {
  days: queryNumberSchema(PeriodDays)
    .exactOptional()
    .describe('Of the last days, today included: 7, 30, 90 or 365. By default, of all time.'),
  ...periodRange,
  step: TrendStep.exactOptional(),
  location_id: Id.exactOptional().describe('Of responses about this location.'),
  employee_id: Id.exactOptional().describe('Of responses about this employee.'),
  contact_organization_id: Id.exactOptional().describe(
    'Of responses of contacts that belonged to this contact organization when the survey was sent.',
  ),
  channel: ResponseChannel.exactOptional().describe('Of responses that came this way.'),
  ...responseOriginFilters,
}

export const SurveyResultsFilters = z.object(resultsFilterFields).superRefine(checkPeriod)
export type SurveyResultsFilters = z.infer<typeof SurveyResultsFilters>

export const SurveyResultsQuery = z.object({ id: Id, ...resultsFilterFields }).superRefine(checkPeriod)
export type SurveyResultsQuery = z.infer<typeof SurveyResultsQuery>

export const ExportSurveyResults = z
  .object({ id: Id, ...resultsFilterFields, format: ExportFormat })
  .omit({ step: true })
  .superRefine(checkPeriod)

/** A line of the exported numbers: one for each question, then one for each of its values. */
export type SurveyResultsRow = {
  questionId: string
  type: string
  question: string
  /** False for a question that the survey no longer has. */
  isCurrent: boolean
  /** Of a matrix. */
  row: string | null
  /** Null in the line of the question. */
  value: string | null
  label: string | null
  n: number
  /** Answers that the share is of. */
  answers: number
  /** In percent. */
  share: number | null
  /** The score of an NPS, CSAT or CES question, or the mean of a scale or of numbers, in the line of the question. */
  score: number | null
  /** Of the share or the score, 95 %. */
  low: number | null
  high: number | null
  averagePlace: number | null
}

export const AnswerShare = z.object({
  value: z.string().describe('An option, a step of the scale, or true or false.'),
  label: Wording.nullable().describe('Of an option; null for other values.'),
  row: Wording.nullable().describe('Of a matrix.'),
  n: z.number().int(),
  share: ScoreSummary.describe(
    'Of the responses that answer the question, or the row of a matrix, in percent, with Wilson’s interval. Of a ranking, those with ' +
      'the option in the first place.',
  ),
  averagePlace: z.number().nullable().describe('Of a ranking, from 1.'),
})
export type AnswerShare = z.infer<typeof AnswerShare>

export const LatestTextAnswer = z.object({
  responseId: Id,
  text: z.string(),
  band: ScoreBand.nullable(),
  createdAt: z.iso.datetime(),
})
export type LatestTextAnswer = z.infer<typeof LatestTextAnswer>

export const NumberSummary = z.object({
  n: z.number().int().describe('The latest answers, at most 5,000.'),
  mean: z.number(),
  median: z.number(),
  min: z.number(),
  max: z.number(),
})
export type NumberSummary = z.infer<typeof NumberSummary>

const SpreadStep = z
  .union([z.number(), z.enum(['day', 'month', 'year'])])
  .describe('Of numbers, how far the steps are apart; of dates, what a step is.')
export type SpreadStep = z.infer<typeof SpreadStep>

const AnswerSpread = z.object({
  step: SpreadStep,
  areWhole: z.boolean().describe('True if all are whole numbers.'),
  bins: z
    .array(
      z.object({
        from: z.string().describe('The first number or day of the step.'),
        n: z.number().int(),
        share: ScoreSummary.describe('Of these answers, in percent.'),
      }),
    )
    .describe('Steps with answers, in order; of dates, the 50 with the most.'),
})

export const TimeToComplete = z.object({
  known: z.number().int().describe('Of the latest 2,000 responses, those whose time is known.'),
  lowerQuartile: z.number().int().describe('In seconds, as the other two.'),
  median: z.number().int(),
  upperQuartile: z.number().int(),
})
export type TimeToComplete = z.infer<typeof TimeToComplete>

export const QuestionResults = z.object({
  id: z.string(),
  type: QuestionType,
  text: Wording,
  isCurrent: z.boolean().describe('False for a question that the survey no longer has.'),
  n: z.number().int().describe('Responses that answer it.'),
  score: ScoreSummary.nullable().describe('Of an NPS, CSAT or CES question.'),
  scale: z
    .object({ min: z.number(), max: z.number() })
    .nullable()
    .describe('Of a question that is answered on a scale.'),
  mean: ScoreSummary.nullable().describe('Of another scale, with Student’s interval.'),
  values: z.array(AnswerShare).describe('In the order of the survey; none of a text.'),
  trend: z
    .array(ScoreSummary.extend({ day: z.iso.date().describe('The first of the step; a week’s is its Monday.') }))
    .describe('Of the score or mean; empty for other questions.'),
  texts: z.array(LatestTextAnswer).describe('The latest of a text question, or of the option “other”.'),
  numbers: NumberSummary.nullable().describe('Of a number.'),
  spread: AnswerSpread.nullable().describe('Of a number or a date, in the latest 5,000 responses.'),
  stopped: z
    .number()
    .int()
    .describe('People who gave their last answer here and did not submit; of `completion.begun`.'),
})
export type QuestionResults = z.infer<typeof QuestionResults>

export const SurveyResults = z
  .object({
    survey: z.object({ id: Id, name: z.string(), type: SurveyType }),
    period: z.object({ from: z.iso.date(), to: z.iso.date() }).nullable().describe('Null before the first response.'),
    step: TrendStep,
    steps: z.array(TrendStep),
    responses: z.number().int().describe('That match and count in scores.'),
    counted: z.number().int().describe('The latest of them, whose answers are counted; all without a filter.'),
    completion: z
      .object({
        begun: z.number().int().describe('The latest responses that were begun, at most 2,000.'),
        submitted: z.number().int(),
      })
      .describe('Of the latest responses, submitted or not.'),
    timeToComplete: TimeToComplete.nullable().describe(
      'From the last opening of the page to the submission. Null if no time is known.',
    ),
    questions: z.array(QuestionResults).describe('In the order of the survey, then those that it no longer has.'),
  })
  .meta({ id: 'SurveyResults' })
export type SurveyResults = z.infer<typeof SurveyResults>

export const CompareSurveyResults = z.object({
  query: SurveyResultsQuery,
  other: z
    .union([z.literal('previous'), SurveyResultsQuery])
    .describe('Other responses, or those of the period before.'),
})
export type CompareSurveyResults = z.infer<typeof CompareSurveyResults>

export const SurveyResultsComparison = z.object({
  results: SurveyResults,
  other: SurveyResults.nullable().describe('Null for a period before all time.'),
  changes: z
    .record(z.string(), z.object({ by: z.number(), isClear: z.boolean() }))
    .describe('Points of percent by which a share is larger, by question, type and value.'),
})
export type SurveyResultsComparison = z.infer<typeof SurveyResultsComparison>

export const QuestionAnswerCounts = z
  .record(z.string(), z.number().int())
  .describe(
    'How many responses that count answered each question, by its id. Questions that the survey no longer has are included.',
  )
export type QuestionAnswerCounts = z.infer<typeof QuestionAnswerCounts>
