import { UNRESOLVED } from '../cases/list'
import { db, type Prisma } from '../db'
import { presentRows } from '../responses/responses'
import { compareSummaries, computeCsat, countBands, type ScoreCounts, summarizeScores } from '../responses/scores'
import { readTallies, type Tally } from '../responses/tally'
import { browseReviews } from '../reviews/reviews'
import { readStars } from '../reviews/stars'
import { Metric } from '../surveys/schema'
import { SCALES } from '../surveys/vocabulary'
import { readTotals } from '../totals'
import { rateOf, readBreakdown } from './breakdown'
import { firstDays, type Period, readPeriod, stepFor, stepsFor } from './period'
import type { MetricOverview, Overview, OverviewQuery } from './schema'

const LATEST = 6
const ATTENTION = 5

/** Everything that the overview shows, of a period and of as many days before it. */
export async function getOverview(organizationId: string, query: OverviewQuery): Promise<Overview> {
  const { surveyId, by = 'survey' } = query
  const period = await readPeriod(organizationId, query)
  const step = stepFor(period.length, query.step)
  const [[current], [previous], steps, stars, starsBefore, breakdown, latest, attention, totals, reviews, hasSent] =
    await Promise.all([
      readTallies(organizationId, { surveyId, days: period.current }),
      readTallies(organizationId, { surveyId, days: period.previous }),
      readTallies(organizationId, { surveyId, days: period.current, by: step }),
      readStars(organizationId, period.from, period.to),
      readStars(organizationId, period.start, period.from),
      readBreakdown(organizationId, { surveyId, days: period.current, from: period.from, to: period.to, by }),
      findLatest(organizationId, period, surveyId, LATEST),
      findLatest(organizationId, period, surveyId, ATTENTION, { band: 'negative', ...UNRESOLVED }),
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
    rate: { current: rateOf(current), previous: rateOf(previous), change: changeOfRate(current, previous) },
    stars: { current: stars, previous: starsBefore },
    breakdown,
    latest: await presentRows(organizationId, latest),
    attention: await presentRows(organizationId, attention),
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

function changeOfRate(current: Tally | undefined, previous: Tally | undefined): Overview['rate']['change'] {
  const asShare = ({ delivered = 0, answered = 0 }: Partial<Tally> = {}) =>
    computeCsat({ n: delivered, satisfied: answered })
  return compareSummaries(asShare(current), asShare(previous))
}

function findLatest(
  organizationId: string,
  { from, to }: Period,
  surveyId: string | undefined,
  take: number,
  which: Prisma.ResponseWhereInput = {},
) {
  return db.response.findMany({
    where: {
      organizationId,
      status: 'completed',
      createdAt: { gte: from, lt: to },
      ...(surveyId === undefined ? {} : { surveyId }),
      ...which,
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take,
    include: { survey: { select: { id: true, name: true, type: true } } },
  })
}

type Counted = {
  current: Tally | undefined
  previous: Tally | undefined
  steps: readonly Tally[]
  /** The first day of each step. */
  days: readonly string[]
}

/** Null for a metric that nobody was asked. */
function presentMetric(metric: Metric, { current, previous, steps, days }: Counted): MetricOverview | null {
  const counts = current?.scores[metric] ?? NONE
  const before = previous?.scores[metric] ?? NONE
  if (counts.size + before.size === 0) return null
  const summary = summarizeScores(metric, counts)
  const summaryBefore = summarizeScores(metric, before)
  const byDay = new Map(steps.map((step) => [step.key, step.scores[metric]]))
  const { min, max } = SCALES[metric]
  return {
    metric,
    current: summary,
    previous: summaryBefore,
    change: compareSummaries(summary, summaryBefore),
    bands: countBands(metric, counts),
    distribution: Array.from({ length: max - min + 1 }, (_, step) => ({
      score: min + step,
      count: counts.get(min + step) ?? 0,
    })),
    trend: days.map((day) => ({ day, ...summarizeScores(metric, byDay.get(day) ?? NONE) })),
  }
}

const NONE: ScoreCounts = new Map()
