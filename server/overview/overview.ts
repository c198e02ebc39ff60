import { UNRESOLVED } from '../cases/list'
import { now } from '../clock'
import { db, type Prisma } from '../db'
import { NotFound } from '../errors'
import { presentRows } from '../responses/responses'
import { compareSummaries, countBands, type ScoreCounts, summarizeScores } from '../responses/scores'
import { addDays, type Days, readTallies, type Tally } from '../responses/tally'
import { browseReviews } from '../reviews/reviews'
import { Metric } from '../surveys/schema'
import { SCALES } from '../surveys/vocabulary'
import { readTotals } from '../totals'
import type { MetricOverview, Overview, OverviewQuery, ResponseRate } from './schema'

const LATEST = 6
const ATTENTION = 5

/** Everything that the overview shows, for the last `days` days of the organization's clock and the as many before. */
export async function getOverview(organizationId: string, { days, surveyId }: OverviewQuery): Promise<Overview> {
  const period = await readPeriod(organizationId, days, surveyId)
  const [[current], [previous], steps, latest, attention, totals, reviews, hasSent] = await Promise.all([
    readTallies(organizationId, { surveyId, days: period.current }),
    readTallies(organizationId, { surveyId, days: period.previous }),
    readTallies(organizationId, { surveyId, days: period.current, by: 'week' }),
    findLatest(period, LATEST),
    findLatest(period, ATTENTION, { band: 'negative', ...UNRESOLVED }),
    readTotals(organizationId, ['contact', 'survey', 'sequence', 'response']),
    findUnreplied(organizationId),
    hasEnrolled(organizationId),
  ])
  const [contact = 0, survey = 0, sequence = 0, response = 0] = totals
  const weeks = listWeeks(period.current)
  return {
    days,
    metrics: Metric.options.flatMap((metric) => presentMetric(metric, { current, previous, steps, weeks }) ?? []),
    responses: { current: current?.responses ?? 0, previous: previous?.responses ?? 0 },
    rate: { current: rateOf(current), previous: rateOf(previous) },
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

type Period = {
  organizationId: string
  surveyId: string | undefined
  current: Days
  previous: Days
  /** The moment at which the current one begins. */
  from: Date
}

/** The last `days` days, today among them, and as many before: whole days of the clock by which responses are counted. */
async function readPeriod(organizationId: string, days: number, surveyId: string | undefined): Promise<Period> {
  const [clock] = await db.$queryRaw<{ today: string; from: Date }[]>`
    SELECT to_char(today, 'YYYY-MM-DD') AS today,
      (today - ${days - 1}::int)::timestamp AT TIME ZONE zone AS "from"
    FROM (SELECT zone, (${now()}::timestamptz AT TIME ZONE zone)::date AS today FROM (
      SELECT coalesce(k.time_zone, o.time_zone) AS zone FROM organization o
      LEFT JOIN response_tally_clock k ON k.organization_id = o.id WHERE o.id = ${organizationId}::uuid) z) t`
  if (!clock) throw new NotFound('organization')
  const { today, from } = clock
  const first = addDays(today, 1 - days)
  const current = { from: first, to: today }
  const previous = { from: addDays(first, -days), to: addDays(first, -1) }
  return { organizationId, surveyId, current, previous, from }
}

/** Every week of the period, those without answers too, by its Monday. */
function listWeeks({ from, to }: Days): string[] {
  const weekday = (new Date(`${from}T00:00:00Z`).getUTCDay() + 6) % 7
  const weeks = []
  for (let week = addDays(from, -weekday); week <= to; week = addDays(week, 7)) weeks.push(week)
  return weeks
}

/**
 * Surveys answered ÷ surveys delivered, both of the surveys that were first delivered in the period: answers that are
 * still to come are missing from it, answers to older surveys are not in it. One survey in one sending counts once,
 * however often it was repeated, whichever of the messages was answered (asked_survey).
 */
function rateOf({ delivered = 0, answered = 0, captured = 0 }: Partial<Tally> = {}): ResponseRate {
  return { delivered, answered, share: delivered === 0 ? null : answered / delivered, captured }
}

function findLatest({ organizationId, surveyId, from }: Period, take: number, which: Prisma.ResponseWhereInput = {}) {
  return db.response.findMany({
    where: {
      organizationId,
      status: 'completed',
      createdAt: { gte: from },
      ...(surveyId === undefined ? {} : { surveyId }),
      ...which,
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take,
    include: { survey: { select: { id: true, name: true, type: true } } },
  })
}

type Parts = {
  current: Tally | undefined
  previous: Tally | undefined
  steps: readonly Tally[]
  weeks: readonly string[]
}

/** Null for a metric that nobody was asked. */
function presentMetric(metric: Metric, { current, previous, steps, weeks }: Parts): MetricOverview | null {
  const counts = current?.scores[metric] ?? NONE
  const before = previous?.scores[metric] ?? NONE
  if (counts.size + before.size === 0) return null
  const summary = summarizeScores(metric, counts)
  const summaryBefore = summarizeScores(metric, before)
  const byWeek = new Map(steps.map((step) => [step.key, step.scores[metric]]))
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
    trend: weeks.map((week) => ({ week, ...summarizeScores(metric, byWeek.get(week) ?? NONE) })),
  }
}

const NONE: ScoreCounts = new Map()
