import { UNRESOLVED } from '../cases/case-filters'
import { db, type Prisma } from '../db'
import { readTotals } from '../list-totals'
import type { Tally } from '../responses/response-stats'
import { readTallies } from '../responses/response-stats-queries'
import { presentRows } from '../responses/responses'
import { compareSummaries, computeCsat, countBands, type ScoreCounts, summarizeScores } from '../responses/scores'
import { readStars } from '../reviews/average-rating'
import { browseReviews } from '../reviews/reviews'
import { Metric } from '../surveys/schema'
import { SCALES } from '../surveys/vocabulary'
import { rateOf, readBreakdown } from './breakdown'
import { firstDays, readPeriod, stepFor, stepsFor } from './period'
import type { MetricOverview, Overview, OverviewQuery } from './schema'

const LATEST = 6
const ATTENTION = 5

export async function getOverview(organizationId: string, query: OverviewQuery): Promise<Overview> {
  const { surveyId, by = 'survey' } = query
  const period = await readPeriod(organizationId, query)
  const step = stepFor(period.length, query.step)
  const [[current], [previous], steps, stars, previousStars, breakdown, latest, unresolved, totals, reviews, hasSent] =
    await Promise.all([
      readTallies(organizationId, { surveyId, days: period.current }),
      readTallies(organizationId, { surveyId, days: period.previous }),
      readTallies(organizationId, { surveyId, days: period.current, by: step }),
      readStars(organizationId, period.from, period.to),
      readStars(organizationId, period.start, period.from),
      readBreakdown(organizationId, { surveyId, days: period.current, from: period.from, to: period.to, by }),
      findLatest(organizationId, { surveyId, createdAt: { gte: period.from, lt: period.to } }, LATEST),
      findUnresolved(organizationId, surveyId),
      readTotals(organizationId, ['contact', 'survey', 'sequence', 'response']),
      findUnreplied(organizationId),
      hasEnrolled(organizationId),
    ])
  const [contact = 0, survey = 0, sequence = 0, response = 0] = totals
  const days = firstDays(period.current, step)
  return {
    period: { ...period.current, days: period.length, previous: period.previous },
    step,
    steps: stepsFor(period.length),
    metrics: Metric.options.flatMap((metric) => presentMetric(metric, { current, previous, steps, days }) ?? []),
    responses: { current: current?.responses ?? 0, previous: previous?.responses ?? 0 },
    rate: { current: rateOf(current), previous: rateOf(previous), change: compareRates(current, previous) },
    stars: { current: stars, previous: previousStars },
    breakdown,
    latest: await presentRows(organizationId, latest),
    attention: { count: unresolved.count, latest: await presentRows(organizationId, unresolved.latest) },
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

function compareRates(current: Tally | undefined, previous: Tally | undefined): Overview['rate']['change'] {
  const answeredShare = ({ delivered = 0, answered = 0 }: Partial<Tally> = {}) =>
    computeCsat({ n: delivered, satisfied: answered })
  return compareSummaries(answeredShare(current), answeredShare(previous))
}

async function findUnresolved(organizationId: string, surveyId: string | undefined) {
  const filter = { surveyId, ...UNRESOLVED }
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
  current: Tally | undefined
  previous: Tally | undefined
  steps: readonly Tally[]
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
    change: compareSummaries(summary, previousSummary),
    bands: countBands(metric, counts),
    distribution: Array.from({ length: max - min + 1 }, (_, step) => ({
      score: min + step,
      count: counts.get(min + step) ?? 0,
    })),
    trend: days.map((day) => ({ day, ...summarizeScores(metric, byDay.get(day) ?? NO_COUNTS) })),
  }
}

const NO_COUNTS: ScoreCounts = new Map()
