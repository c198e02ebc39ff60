import { now } from '../clock'
import { db, Prisma } from '../db'
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
  const [[current], [previous], steps, rate, latest, attention, totals, reviews, hasSent] = await Promise.all([
    readTallies(organizationId, { surveyId, days: period.current }),
    readTallies(organizationId, { surveyId, days: period.previous }),
    readTallies(organizationId, { surveyId, days: period.current, by: 'week' }),
    responseRate(period),
    findLatest(period, LATEST),
    findLatest(period, ATTENTION, 'negative'),
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
    rate,
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
  /** The moments at which they begin and end. */
  start: Date
  from: Date
  to: Date
}

/** The last `days` days, today among them, and as many before: whole days of the clock by which responses are counted. */
async function readPeriod(organizationId: string, days: number, surveyId: string | undefined): Promise<Period> {
  const [clock] = await db.$queryRaw<{ today: string; start: Date; from: Date }[]>`
    SELECT to_char(today, 'YYYY-MM-DD') AS today, (today - ${2 * days - 1}::int)::timestamp AT TIME ZONE zone AS start,
      (today - ${days - 1}::int)::timestamp AT TIME ZONE zone AS "from"
    FROM (SELECT zone, (${now()}::timestamptz AT TIME ZONE zone)::date AS today FROM (
      SELECT coalesce(k.time_zone, o.time_zone) AS zone FROM organization o
      LEFT JOIN response_tally_clock k ON k.organization_id = o.id WHERE o.id = ${organizationId}::uuid) z) t`
  if (!clock) throw new NotFound('organization')
  const { today, start, from } = clock
  const first = addDays(today, 1 - days)
  const current = { from: first, to: today }
  const previous = { from: addDays(first, -days), to: addDays(first, -1) }
  return { organizationId, surveyId, current, previous, start, from, to: now() }
}

/** Every week of the period, those without answers too, by its Monday. */
function listWeeks({ from, to }: Days): string[] {
  const weekday = (new Date(`${from}T00:00:00Z`).getUTCDay() + 6) % 7
  const weeks = []
  for (let week = addDays(from, -weekday); week <= to; week = addDays(week, 7)) weeks.push(week)
  return weeks
}

/** A provider took it and did not send it back. What was captured has no time of leaving. */
const DELIVERED = Prisma.sql`('sent', 'delivered', 'opened', 'answered')`

/**
 * Surveys answered ÷ surveys delivered, both of the surveys that were first delivered in the period: answers that are
 * still to come are missing from it, answers to older surveys are not in it. One survey in one sending counts once,
 * however often it was repeated, whichever of the messages was answered.
 */
async function responseRate({ organizationId, surveyId, start, from, to }: Period) {
  const surveySteps = Prisma.sql`sending_step s WHERE s.organization_id = ${organizationId}::uuid AND s.survey_id IS NOT NULL
    ${surveyId === undefined ? Prisma.empty : Prisma.sql`AND s.survey_id = ${surveyId}::uuid`}`
  const rows = await db.$queryRaw<({ is_current: boolean } & Omit<ResponseRate, 'share'>)[]>`
    WITH asked AS (
      SELECT s.sending_id, s.survey_id, s.sent_at AS at, true AS is_delivered FROM ${surveySteps}
        AND s.status IN ${DELIVERED} AND s.sent_at >= ${start} AND s.sent_at < ${to}
        AND NOT EXISTS (SELECT FROM sending_step e WHERE e.organization_id = s.organization_id AND e.sending_id = s.sending_id
          AND e.survey_id = s.survey_id AND e.status IN ${DELIVERED} AND (e.sent_at, e.id) < (s.sent_at, s.id))
      UNION ALL
      SELECT s.sending_id, s.survey_id, min(s.captured_at), false FROM ${surveySteps}
        AND s.captured_at >= ${start} AND s.captured_at < ${to} GROUP BY 1, 2
    )
    SELECT at >= ${from} AS is_current,
      (count(*) FILTER (WHERE is_delivered))::int AS delivered,
      (count(*) FILTER (WHERE is_delivered AND EXISTS (SELECT FROM response r WHERE r.organization_id = ${organizationId}::uuid
        AND r.sending_id = asked.sending_id AND r.survey_id = asked.survey_id AND r.status = 'completed')))::int AS answered,
      (count(*) FILTER (WHERE NOT is_delivered))::int AS captured
    FROM asked GROUP BY 1`
  const rateIn = (isCurrent: boolean): ResponseRate => {
    const { delivered = 0, answered = 0, captured = 0 } = rows.find((row) => row.is_current === isCurrent) ?? {}
    return { delivered, answered, share: delivered === 0 ? null : answered / delivered, captured }
  }
  return { current: rateIn(true), previous: rateIn(false) }
}

function findLatest({ organizationId, surveyId, from }: Period, take: number, band?: 'negative') {
  return db.response.findMany({
    where: {
      organizationId,
      status: 'completed',
      createdAt: { gte: from },
      ...(surveyId === undefined ? {} : { surveyId }),
      ...(band ? { band } : {}),
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
