import { z } from 'zod'
import { PROPERTY_KEY_MAX_CHARACTERS } from '../contact-properties/constants'
import { localizableMessage } from '../messages/localizable-message'
import { ResponseTableRow, ScoreSummary } from '../responses/schema'
import { ReviewListItem } from '../reviews/schema'
import { Metric } from '../surveys/schema'
import { Day, Id, textSchema } from '../validation/schema'
import { BREAKDOWNS, PERIOD_OPTIONS_DAYS, SEGMENT_BREAKDOWN_MAX } from './constants'

const MAX_DAYS = 1096

type RequestedPeriod = { from?: string; to?: string }

/** The fields of a period, by the organization's clock, with fields of the query. */
export function periodQuerySchema<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object({ days: PeriodDays.default(90), ...periodRange, ...shape }).superRefine(checkPeriod)
}

export const PeriodDays = z.union(PERIOD_OPTIONS_DAYS.map((days) => z.literal(days)))

export const periodRange = {
  from: Day.exactOptional().describe('By the organization’s clock; with `to`, instead of `days`.'),
  to: Day.exactOptional().describe('The last day.'),
}

export function checkPeriod(query: object, context: z.RefinementCtx): void {
  const { from, to } = query as RequestedPeriod
  const fault = findPeriodFault(from, to)
  if (fault) context.addIssue({ code: 'custom', path: ['to'], message: fault })
}

function findPeriodFault(from: string | undefined, to: string | undefined): string | null {
  if ((from === undefined) !== (to === undefined)) return localizableMessage('value.missing')
  if (from === undefined || to === undefined) return null
  if (from > to) return localizableMessage('value.turned')
  return Date.parse(to) - Date.parse(from) < MAX_DAYS * 86_400_000
    ? null
    : localizableMessage('value.longestDays', { maximum: MAX_DAYS })
}

export const surveyId = Id.exactOptional()
export const TrendStep = z.enum(['day', 'week', 'month']).describe('Of the trend; by default as fits the period.')

export const OverviewQuery = periodQuerySchema({
  surveyId,
  step: TrendStep.exactOptional(),
  by: z.enum(BREAKDOWNS).exactOptional().describe('What the breakdown is by; by default, surveys.'),
  property: textSchema(PROPERTY_KEY_MAX_CHARACTERS)
    .exactOptional()
    .describe('The key of the declared contact property that a breakdown by `property` is by.'),
})
export type OverviewQuery = z.infer<typeof OverviewQuery>

export const Change = z
  .object({ by: z.number(), isClear: z.boolean().describe('False when chance alone explains it well.') })
  .nullable()

export const MetricOverview = z.object({
  metric: Metric,
  current: ScoreSummary,
  previous: ScoreSummary,
  change: Change,
  bands: z.object({ positive: z.number().int(), neutral: z.number().int(), negative: z.number().int() }),
  distribution: z.array(z.object({ score: z.number().int(), count: z.number().int() })),
  trend: z.array(ScoreSummary.extend({ day: z.iso.date().describe('The first of the step; a week’s is its Monday.') })),
})
export type MetricOverview = z.infer<typeof MetricOverview>

export const ResponseRate = z.object({
  delivered: z.number().int(),
  answered: z.number().int(),
  share: z.number().nullable().describe('0 to 1.'),
  captured: z
    .number()
    .int()
    .describe('Surveys that were kept in the Outbox and never delivered; not part of the rate.'),
})
export type ResponseRate = z.infer<typeof ResponseRate>

export const BreakdownPart = z.object({
  id: z
    .string()
    .nullable()
    .describe(
      'Of a property, its value; of a date, the year. Null: without a location, an employee, a company, a tag or a value.',
    ),
  name: z.string().nullable().describe('Null once it was deleted.'),
  responses: z.number().int(),
  scores: z.object({ nps: ScoreSummary, csat: ScoreSummary, ces: ScoreSummary }),
  rate: ResponseRate,
})
export type BreakdownPart = z.infer<typeof BreakdownPart>

/** An option or phrase significantly more frequent in responses with a low score. */
export const ScoreDriver = z.object({
  name: z.string().describe('An option, or a phrase of up to three words, with … for words left out.'),
  question: z.string().nullable().describe('Of an option: what was asked.'),
  low: z.number().int(),
  lowOf: z.number().int().describe('Low scores that could have had it.'),
  other: z.number().int(),
  otherOf: z.number().int(),
  quote: z
    .object({ responseId: Id, text: z.string() })
    .nullable()
    .describe('What one person with a low score wrote; null where none of them did.'),
})
export type ScoreDriver = z.infer<typeof ScoreDriver>

export const ScoreDrivers = z.object({
  lowScores: z.number().int().describe('That were looked at: at most the latest 500 of the period.'),
  choices: z.array(ScoreDriver),
  phrases: z.array(ScoreDriver),
})
export type ScoreDrivers = z.infer<typeof ScoreDrivers>

export const RatingSummary = z.object({
  n: z.number().int(),
  average: z.number().nullable(),
  interval: z.object({ low: z.number(), high: z.number() }).nullable(),
})
export type RatingSummary = z.infer<typeof RatingSummary>

export const Days = z.object({ from: z.iso.date(), to: z.iso.date() })

export const PeriodScores = z.object({
  period: Days.extend({ days: z.number().int(), previous: Days }),
  step: z.enum(['day', 'week', 'month']),
  steps: z.array(z.enum(['day', 'week', 'month'])).describe('Those in which the period can be drawn.'),
  metrics: z.array(MetricOverview).describe('Those that have answers in this period or the one before.'),
  responses: z.object({ current: z.number().int(), previous: z.number().int() }),
  rate: z.object({ current: ResponseRate, previous: ResponseRate, change: Change.describe('In points of percent.') }),
})
export type PeriodScores = z.infer<typeof PeriodScores>

export const RatingChange = z.object({ current: RatingSummary, previous: RatingSummary })

export const UnresolvedCases = z
  .object({ count: z.number().int(), latest: z.array(ResponseTableRow).describe('The latest of them.') })
  .describe('Responses whose case is not resolved, of any period.')

export const Overview = PeriodScores.extend({
  stars: RatingChange,
  breakdown: z.object({
    by: z.enum(BREAKDOWNS),
    lines: z
      .object({ nps: z.number().int(), csat: z.number().int(), ces: z.number().int() })
      .describe('How many have such a score; of tags and values, without the line of those that have none.'),
    parts: z.array(BreakdownPart).describe('Of each score, the first hundred lines and some more.'),
    omittedSegments: z.number().int().describe(`Segments after the first ${SEGMENT_BREAKDOWN_MAX} by name.`),
  }),
  latest: z.array(ResponseTableRow),
  attention: UnresolvedCases,
  totals: z.object({
    contact: z.number().int(),
    survey: z.number().int(),
    sequence: z.number().int(),
    response: z.number().int(),
  }),
  reviews: z.object({
    unreplied: z.number().int(),
    latest: z.array(ReviewListItem).describe('The latest without a reply.'),
  }),
  hasSent: z.boolean().describe('Someone was enrolled in a sequence at least once.'),
})
export type Overview = z.infer<typeof Overview>
