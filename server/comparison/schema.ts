import { z } from 'zod'
import { SUBJECT_KINDS } from '../overview/constants'
import {
  Change,
  Days,
  PeriodScores,
  periodQuerySchema,
  RatingChange,
  surveyId,
  TrendStep,
  UnresolvedCases,
} from '../overview/schema'
import { ResponseTableRow, ScoreSummary } from '../responses/schema'
import { ReviewListItem } from '../reviews/schema'
import { Metric } from '../surveys/schema'
import { Id, PageQuery, sortParameterSchema, Timestamp, textSchema } from '../validation/schema'

/* A location, an employee or a company in numbers, and their comparison. */

const kind = z.enum(SUBJECT_KINDS)

export const SubjectOverviewQuery = periodQuerySchema({ kind, id: Id, surveyId, step: TrendStep.exactOptional() })
export type SubjectOverviewQuery = z.infer<typeof SubjectOverviewQuery>

export const SubjectOverview = PeriodScores.extend({
  latest: z.array(ResponseTableRow),
  attention: UnresolvedCases,
  reviews: z
    .object({
      stars: RatingChange,
      count: z.number().int().describe('Of any period.'),
      latest: z.array(ReviewListItem),
    })
    .nullable()
    .describe('Null except for locations.'),
})
export type SubjectOverview = z.infer<typeof SubjectOverview>

const SUBJECT_SORTS = ['answers', 'score', 'change', 'name', 'created'] as const

export const SubjectComparisonQuery = periodQuerySchema({
  kind,
  surveyId,
  metric: Metric.exactOptional().describe('By default, the first that has answers.'),
  ...PageQuery.shape,
  search: textSchema(200).trim().exactOptional().describe('Part of the name. Case and accents do not matter.'),
  sort: sortParameterSchema(SUBJECT_SORTS),
})
export type SubjectComparisonQuery = z.infer<typeof SubjectComparisonQuery>

export const FunnelPosition = z
  .enum(['above', 'maybeAbove', 'within', 'maybeBelow', 'below'])
  .describe('Outside the 99.8 % limits, between them and the 95 % limits, or within these.')
export type FunnelPosition = z.infer<typeof FunnelPosition>

export const FunnelPlot = z.object({
  metric: Metric,
  mean: z.number(),
  standardDeviation: z.number().describe('Of a single answer.'),
  min: z.number(),
  max: z.number(),
  units: z.array(
    ScoreSummary.pick({ n: true, interval: true }).extend({
      id: Id,
      name: z.string(),
      value: z.number(),
      position: FunnelPosition,
    }),
  ),
  omitted: z.number().int().describe('With answers, but too few to compare.'),
})
export type FunnelPlot = z.infer<typeof FunnelPlot>

export const ComparedSubject = z.object({
  id: Id,
  name: z.string(),
  responses: z.number().int(),
  score: ScoreSummary,
  previous: ScoreSummary,
  change: Change,
  contacts: z.number().int().nullable().describe('Null for employees.'),
  lastAnswerAt: Timestamp.nullable().describe('Of any period.'),
  createdAt: Timestamp,
})
export type ComparedSubject = z.infer<typeof ComparedSubject>

export const SubjectComparison = z.object({
  period: Days.extend({ previous: Days }),
  metric: Metric.nullable().describe('Null without answers in either period.'),
  metrics: z.array(Metric).describe('Those with answers in either period.'),
  plot: FunnelPlot.nullable(),
  subjects: z.array(ComparedSubject),
  meta: z.object({
    page: z.number().int(),
    perPage: z.number().int(),
    total: z.number().int(),
    totalPages: z.number().int(),
  }),
})
export type SubjectComparison = z.infer<typeof SubjectComparison>
