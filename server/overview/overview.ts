import { DAY_MS, now } from '../clock'
import { db, Prisma } from '../db'
import { presentRows } from '../responses/responses'
import { SCORED, sumCounts } from '../responses/score-counts'
import { compareSummaries, countBands, summarizeScores } from '../responses/scores'
import { browseReviews } from '../reviews/reviews'
import { Metric } from '../surveys/schema'
import { SCALES } from '../surveys/vocabulary'
import { readTotals } from '../totals'
import type { MetricOverview, Overview, OverviewQuery, ResponseRate } from './schema'

const LATEST = 6
const ATTENTION = 5

/** Everything that the overview shows, for the last `days` days and the as many before. */
export async function getOverview(organizationId: string, { days, surveyId }: OverviewQuery): Promise<Overview> {
  const to = now()
  const from = new Date(to.getTime() - days * DAY_MS)
  const period: Period = { organizationId, surveyId, from, start: new Date(from.getTime() - days * DAY_MS), to }
  const [counts, weeks, responses, rate, latest, attention, totals, reviews, hasSent] = await Promise.all([
    countScores(period),
    listWeeks(period),
    countResponses(period),
    responseRate(period),
    findLatest(period, LATEST),
    findLatest(period, ATTENTION, 'negative'),
    readTotals(organizationId, ['contact', 'survey', 'sequence', 'response']),
    findUnreplied(organizationId),
    hasEnrolled(organizationId),
  ])
  const [contact = 0, survey = 0, sequence = 0, response = 0] = totals
  return {
    days,
    metrics: Metric.options.flatMap((metric) => presentMetric(metric, counts, weeks) ?? []),
    responses,
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

type Period = { organizationId: string; surveyId: string | undefined; start: Date; from: Date; to: Date }

type ScoreRow = { metric: string; score: number; is_current: boolean; week: string | null; n: number }

async function countScores({ organizationId, surveyId, start, from, to }: Period): Promise<ScoreRow[]> {
  return db.$queryRaw<ScoreRow[]>`
    SELECT metric, score::int, scored.created_at >= ${from} AS is_current,
      CASE WHEN scored.created_at >= ${from} THEN ${weekStart(Prisma.sql`scored.created_at`)} END AS week, count(*)::int AS n
    FROM ${SCORED} JOIN organization o ON o.id = scored.organization_id
    WHERE scored.organization_id = ${organizationId}::uuid AND status = 'completed'
      AND scored.created_at >= ${start} AND scored.created_at < ${to} ${ofSurvey(surveyId)}
    GROUP BY 1, 2, 3, 4`
}

/** Every week of the period, those without answers too. */
async function listWeeks({ organizationId, from, to }: Period): Promise<string[]> {
  const rows = await db.$queryRaw<{ week: string }[]>`
    SELECT DISTINCT ${weekStart(Prisma.sql`day`)} AS week
    FROM organization o, generate_series(${from}::timestamptz, ${to}::timestamptz, '1 day') AS day
    WHERE o.id = ${organizationId}::uuid ORDER BY week`
  return rows.map(({ week }) => week)
}

/** The week's Monday by the organization's clock, which `o` names. */
function weekStart(time: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`to_char(date_trunc('week', ${time} AT TIME ZONE o.time_zone), 'YYYY-MM-DD')`
}

function ofSurvey(surveyId: string | undefined): Prisma.Sql {
  return surveyId === undefined ? Prisma.empty : Prisma.sql`AND survey_id = ${surveyId}::uuid`
}

async function countResponses({ organizationId, surveyId, start, from, to }: Period) {
  const [row] = await db.$queryRaw<{ current: number; previous: number }[]>`
    SELECT (count(*) FILTER (WHERE created_at >= ${from}))::int AS current,
      (count(*) FILTER (WHERE created_at < ${from}))::int AS previous
    FROM response WHERE organization_id = ${organizationId}::uuid AND status = 'completed'
      AND created_at >= ${start} AND created_at < ${to} ${ofSurvey(surveyId)}`
  return row ?? { current: 0, previous: 0 }
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

/** Null for a metric that nobody was asked. */
function presentMetric(metric: Metric, rows: readonly ScoreRow[], weeks: readonly string[]): MetricOverview | null {
  const own = rows.filter((row) => row.metric === metric)
  if (own.length === 0) return null
  const counts = sumCounts(own.filter((row) => row.is_current))
  const current = summarizeScores(metric, counts)
  const previous = summarizeScores(metric, sumCounts(own.filter((row) => !row.is_current)))
  const { min, max } = SCALES[metric]
  return {
    metric,
    current,
    previous,
    change: compareSummaries(current, previous),
    bands: countBands(metric, counts),
    distribution: Array.from({ length: max - min + 1 }, (_, step) => ({
      score: min + step,
      count: counts.get(min + step) ?? 0,
    })),
    trend: weeks.map((week) => ({
      week,
      ...summarizeScores(metric, sumCounts(own.filter((row) => row.week === week))),
    })),
  }
}
