import { UNRESOLVED_CASE } from '../cases/case-filters'
import { db, type Prisma } from '../db'
import { readListTotals } from '../list-totals'
import type { ResponseStats } from '../responses/response-stats'
import { readStats } from '../responses/response-stats-queries'
import { presentResponseRows } from '../responses/responses'
import { compareScoreSummaries, computeCsat, countBands, type ScoreCounts, summarizeScores } from '../responses/scores'
import { readAverageRating } from '../reviews/review-statistics'
import { browseReviews } from '../reviews/reviews'
import { Metric } from '../surveys/schema'
import { SCALES } from '../surveys/vocabulary'
import { readBreakdown, toResponseRate } from './breakdown'
import { chooseTrendStep, listStepStarts, listTrendSteps, resolvePeriod } from './period'
import type { MetricOverview, Overview, OverviewQuery } from './schema'

const LATEST = 6
const ATTENTION = 5

export async function getOverview(organizationId: string, query: OverviewQuery): Promise<Overview> {
  const { surveyId, by = 'survey' } = query
  const period = await resolvePeriod(organizationId, query)
  const step = chooseTrendStep(period.length, query.step)
  const [[current], [previous], steps, stars, previousStars, breakdown, latest, unresolved, totals, reviews, hasSent] =
    await Promise.all([
      readStats(organizationId, { surveyId, days: period.current }),
      readStats(organizationId, { surveyId, days: period.previous }),
      readStats(organizationId, { surveyId, days: period.current, by: step }),
      readAverageRating(organizationId, period.from, period.to),
      readAverageRating(organizationId, period.previousFrom, period.from),
      readBreakdown(organizationId, { surveyId, days: period.current, from: period.from, to: period.to, by }),
      findLatest(organizationId, { surveyId, createdAt: { gte: period.from, lt: period.to } }, LATEST),
      findUnresolved(organizationId, surveyId),
      readListTotals(organizationId, ['contact', 'survey', 'sequence', 'response']),
      findUnreplied(organizationId),
      hasEnrolled(organizationId),
    ])
  const [contact = 0, survey = 0, sequence = 0, response = 0] = totals
  const days = listStepStarts(period.current, step)
  return {
    period: { ...period.current, days: period.length, previous: period.previous },
    step,
    steps: listTrendSteps(period.length),
    metrics: Metric.options.flatMap((metric) => presentMetric(metric, { current, previous, steps, days }) ?? []),
    responses: { current: current?.responses ?? 0, previous: previous?.responses ?? 0 },
    rate: {
      current: toResponseRate(current),
      previous: toResponseRate(previous),
      change: compareRates(current, previous),
    },
    stars: { current: stars, previous: previousStars },
    breakdown,
    latest: await presentResponseRows(organizationId, latest),
    attention: { count: unresolved.count, latest: await presentResponseRows(organizationId, unresolved.latest) },
    totals: { contact, survey, sequence, response },
    reviews,
    hasSent,
  }
}

async function findUnreplied(organizationId: string): Promise<Overview['reviews']> {
  const { data, meta } = await browseReviews(organizationId, { page: 1, limit: ATTENTION, reply: 'none' })
  return { unreplied: meta.total, latest: data }
}

async function hasEnrolled(organizationId: string): Promise<boolean> {
  return (await db.sending.findFirst({ where: { organizationId }, select: { id: true } })) !== null
}

function compareRates(
  current: ResponseStats | undefined,
  previous: ResponseStats | undefined,
): Overview['rate']['change'] {
  const answeredShare = ({ delivered = 0, answered = 0 }: Partial<ResponseStats> = {}) =>
    computeCsat({ n: delivered, satisfied: answered })
  return compareScoreSummaries(answeredShare(current), answeredShare(previous))
}

async function findUnresolved(organizationId: string, surveyId: string | undefined) {
  const filter = { surveyId, ...UNRESOLVED_CASE }
  const [count, latest] = await Promise.all([
    db.response.count({ where: completedFilter(organizationId, filter) }),
    findLatest(organizationId, filter, ATTENTION),
  ])
  return { count, latest }
}

type OverviewFilter = Pick<Prisma.ResponseWhereInput, 'createdAt' | 'caseState'> & { surveyId: string | undefined }

function completedFilter(organizationId: string, { surveyId, ...filter }: OverviewFilter): Prisma.ResponseWhereInput {
  return { organizationId, status: 'completed', ...(surveyId === undefined ? {} : { surveyId }), ...filter }
}

function findLatest(organizationId: string, filter: OverviewFilter, take: number) {
  return db.response.findMany({
    where: completedFilter(organizationId, filter),
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take,
    include: { survey: { select: { id: true, name: true, type: true } } },
  })
}

type MetricStats = {
  current: ResponseStats | undefined
  previous: ResponseStats | undefined
  steps: readonly ResponseStats[]
  days: readonly string[]
}

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
    bands: countBands(metric, counts),
    distribution: Array.from({ length: max - min + 1 }, (_, step) => ({
      score: min + step,
      count: counts.get(min + step) ?? 0,
    })),
    trend: days.map((day) => ({ day, ...summarizeScores(metric, byDay.get(day) ?? NO_COUNTS) })),
  }
}

const NO_COUNTS: ScoreCounts = new Map()
