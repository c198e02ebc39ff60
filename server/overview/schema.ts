import { z } from 'zod'
import { Id } from '../fields/schema'
import { ResponseRow, ScoreSummary } from '../responses/schema'
import { ReviewRow } from '../reviews/schema'
import { Metric } from '../surveys/schema'

/** Days that the overview looks back. */
export const PERIODS = [30, 90, 365] as const

export const OverviewQuery = z.object({
  days: z.union([z.literal(30), z.literal(90), z.literal(365)]).default(90),
  surveyId: Id.exactOptional(),
})
export type OverviewQuery = z.infer<typeof OverviewQuery>

export const MetricOverview = z.object({
  metric: Metric,
  current: ScoreSummary,
  previous: ScoreSummary,
  change: z
    .object({ by: z.number(), isClear: z.boolean().describe('False when chance alone explains it well.') })
    .nullable(),
  bands: z.object({ positive: z.number().int(), neutral: z.number().int(), negative: z.number().int() }),
  distribution: z.array(z.object({ score: z.number().int(), count: z.number().int() })),
  trend: z.array(ScoreSummary.extend({ week: z.iso.date().describe('Its Monday.') })),
})
export type MetricOverview = z.infer<typeof MetricOverview>

/** Of the surveys that were sent in a period: delivered ones, and those of them that were answered. */
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

export const Overview = z.object({
  days: z.number().int(),
  metrics: z.array(MetricOverview).describe('Those that have answers in this period or the one before.'),
  responses: z.object({ current: z.number().int(), previous: z.number().int() }),
  rate: z.object({ current: ResponseRate, previous: ResponseRate }),
  latest: z.array(ResponseRow),
  attention: z.array(ResponseRow).describe('The latest in the negative band whose case is not resolved.'),
  totals: z.object({
    contact: z.number().int(),
    survey: z.number().int(),
    sequence: z.number().int(),
    response: z.number().int(),
  }),
  reviews: z.object({
    unreplied: z.number().int(),
    latest: z.array(ReviewRow).describe('The latest without a reply.'),
  }),
  hasSent: z.boolean().describe('Someone was enrolled in a sequence at least once.'),
})
export type Overview = z.infer<typeof Overview>
