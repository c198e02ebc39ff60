import { UNRESOLVED_CASE_WHERE } from '../cases/case-filters'
import { db, type Prisma } from '../db'
import { readListTotals } from '../list-totals'
import type { ResponseStats } from '../responses/response-stats'
import { loadResponseStats } from '../responses/response-stats-queries'
import { presentResponseTableRows } from '../responses/responses'
import {
  compareScoreSummaries,
  computeCsat,
  countByScoreBand,
  type ScoreCounts,
  summarizeScores,
} from '../responses/scores'
import { loadRatingSummary } from '../reviews/review-statistics'
import { browseReviews } from '../reviews/reviews'
import { SCALES } from '../surveys/constants'
import { Metric } from '../surveys/schema'
import { loadScoreBreakdown, toResponseRate } from './load-score-breakdown'
import { chooseTrendStepUnit, listTrendStepStarts, listTrendStepUnits, resolvePeriod } from './period'
import type { MetricOverview, Overview, OverviewQuery } from './schema'

const LATEST_RESPONSES_MAX = 6
const ATTENTION_ITEMS_MAX = 5

export async function getOverview(organizationId: string, query: OverviewQuery): Promise<Overview> {
  const { surveyId, by = 'survey' } = query
  const period = await resolvePeriod(organizationId, query)
  const step = chooseTrendStepUnit(period.length, query.step)
  const unresolved = { surveyId, ...UNRESOLVED_CASE_WHERE }
  const [[current], [previous], steps, stars, previousStars, breakdown, latest, count, cases, totals, reviews, sent] =
    await Promise.all([
      loadResponseStats(organizationId, { surveyId, days: period.current }),
      loadResponseStats(organizationId, { surveyId, days: period.previous }),
      loadResponseStats(organizationId, { surveyId, days: period.current, by: step }),
      loadRatingSummary(organizationId, period.from, period.to),
      loadRatingSummary(organizationId, period.previousFrom, period.from),
      loadScoreBreakdown(organizationId, by, { surveyId, days: period.current, from: period.from, to: period.to }),
      findLatestCompletedResponses(
        organizationId,
        { surveyId, createdAt: { gte: period.from, lt: period.to } },
        LATEST_RESPONSES_MAX,
      ),
      db.response.count({ where: completedFilter(organizationId, unresolved) }),
      findLatestCompletedResponses(organizationId, unresolved, ATTENTION_ITEMS_MAX),
      readListTotals(organizationId, ['contact', 'survey', 'sequence', 'response']),
      browseReviews(organizationId, { page: 1, limit: ATTENTION_ITEMS_MAX, reply: 'none' }),
      db.sending.findFirst({ where: { organizationId }, select: { id: true } }),
    ])
  const [contact = 0, survey = 0, sequence = 0, response = 0] = totals
  const days = listTrendStepStarts(period.current, step)
  const answeredShare = ({ delivered = 0, answered = 0 }: Partial<ResponseStats> = {}) =>
    computeCsat({ n: delivered, satisfied: answered })
  return {
    period: { ...period.current, days: period.length, previous: period.previous },
    step,
    steps: listTrendStepUnits(period.length),
    metrics: Metric.options.flatMap((metric) => presentMetric(metric, { current, previous, steps, days }) ?? []),
    responses: { current: current?.responses ?? 0, previous: previous?.responses ?? 0 },
    rate: {
      current: toResponseRate(current),
      previous: toResponseRate(previous),
      change: compareScoreSummaries(answeredShare(current), answeredShare(previous)),
    },
    stars: { current: stars, previous: previousStars },
    breakdown,
    latest: await presentResponseTableRows(organizationId, latest),
    attention: { count, latest: await presentResponseTableRows(organizationId, cases) },
    totals: { contact, survey, sequence, response },
    reviews: { unreplied: reviews.meta.total, latest: reviews.data },
    hasSent: sent !== null,
  }
}

type OverviewFilter = Pick<Prisma.ResponseWhereInput, 'createdAt' | 'caseState'> & { surveyId: string | undefined }

function completedFilter(organizationId: string, { surveyId, ...filter }: OverviewFilter): Prisma.ResponseWhereInput {
  return { organizationId, status: 'completed', ...(surveyId === undefined ? {} : { surveyId }), ...filter }
}

function findLatestCompletedResponses(organizationId: string, filter: OverviewFilter, take: number) {
  return db.response.findMany({
    where: completedFilter(organizationId, filter),
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take,
    include: { survey: { select: { id: true, name: true, type: true } } },
  })
}

type Stats = ResponseStats | undefined
type MetricStats = { current: Stats; previous: Stats; steps: readonly ResponseStats[]; days: readonly string[] }

function presentMetric(metric: Metric, { current, previous, steps, days }: MetricStats): MetricOverview | null {
  const counts = current?.scores[metric] ?? NO_COUNTS
  const previousCounts = previous?.scores[metric] ?? NO_COUNTS
  if (counts.size + previousCounts.size === 0) return null
  const summary = summarizeScores(metric, counts)
  const previousSummary = summarizeScores(metric, previousCounts)
  const byDay = new Map(steps.map((step) => [step.key, step.scores[metric]]))
  const { min, max } = SCALES[metric]
  return {
    metric,
    current: summary,
    previous: previousSummary,
    change: compareScoreSummaries(summary, previousSummary),
    bands: countByScoreBand(metric, counts),
    distribution: Array.from({ length: max - min + 1 }, (_, step) => ({
      score: min + step,
      count: counts.get(min + step) ?? 0,
    })),
    trend: days.map((day) => ({ day, ...summarizeScores(metric, byDay.get(day) ?? NO_COUNTS) })),
  }
}

const NO_COUNTS: ScoreCounts = new Map()
