import { now } from '../clock'
import { db, Prisma } from '../db'
import type { Page } from '../paging'
import { isMetric, type ListSurveys, Metric, SCALES } from '../surveys/schema'
import { listSurveys } from '../surveys/surveys'
import { totalsOf } from '../totals'
import { presentRows } from './responses'
import type { MetricOverview, Overview, OverviewQuery, ResponseRate, SurveyRow } from './schema'
import { bandsOf, changeOf, type ScoreCounts, summaryOf } from './scores'

const DAY_MS = 86_400_000
const LATEST = 6
const ATTENTION = 5

/** Everything that the overview shows, for the last `days` days and the as many before. */
export async function getOverview(organizationId: string, { days, surveyId }: OverviewQuery): Promise<Overview> {
  const to = now()
  const from = new Date(to.getTime() - days * DAY_MS)
  const period: Period = { organizationId, surveyId, from, start: new Date(from.getTime() - days * DAY_MS), to }
  const [counts, weeks, responses, rate, latest, attention, totals] = await Promise.all([
    countScores(period),
    weeksOf(period),
    countResponses(period),
    responseRate(period),
    findLatest(period, LATEST),
    findLatest(period, ATTENTION, 'negative'),
    totalsOf(organizationId, ['contact', 'survey', 'sequence', 'response']),
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
  }
}

/** Surveys with how often each was answered and its own score, over all time. */
export async function browseSurveys(organizationId: string, input: ListSurveys): Promise<Page<SurveyRow>> {
  const { data, meta } = await listSurveys(organizationId, input)
  const ids = data.map(({ id }) => id)
  const [scores, responses] = await Promise.all([
    db.$queryRaw<{ survey_id: string; metric: string; score: number; n: number }[]>`
      SELECT survey_id, metric, score::int, count(*)::int AS n FROM ${SCORED}
      WHERE organization_id = ${organizationId}::uuid AND status = 'completed' AND survey_id = ANY(${ids}::uuid[])
      GROUP BY survey_id, metric, score`,
    db.response.groupBy({
      by: ['surveyId'],
      where: { organizationId, status: 'completed', surveyId: { in: ids } },
      _count: true,
    }),
  ])
  return {
    data: data.map(({ questions, ...survey }) => {
      const { type } = survey
      const own = scores.filter((row) => row.survey_id === survey.id && row.metric === type)
      return {
        ...survey,
        questionCount: questions.length + (isMetric(type) && !questions.some((one) => one.type === type) ? 1 : 0),
        responses: responses.find(({ surveyId }) => surveyId === survey.id)?._count ?? 0,
        score: isMetric(type) ? summaryOf(type, sum(own)) : null,
      }
    }),
    meta,
  }
}

type Period = { organizationId: string; surveyId: string | undefined; start: Date; from: Date; to: Date }

/** One row for each score that a response has: the only place where scores are counted. */
const SCORED = Prisma.sql`(
  SELECT r.organization_id, r.survey_id, r.status, r.created_at, m.metric, m.score
  FROM response r, LATERAL (VALUES ('nps', r.nps_score), ('csat', r.csat_score), ('ces', r.ces_score)) AS m(metric, score)
  WHERE m.score IS NOT NULL) AS scored`

type ScoreRow = { metric: string; score: number; is_current: boolean; week: string | null; n: number }

async function countScores({ organizationId, surveyId, start, from, to }: Period): Promise<ScoreRow[]> {
  return db.$queryRaw<ScoreRow[]>`
    SELECT metric, score::int, scored.created_at >= ${from} AS is_current,
      CASE WHEN scored.created_at >= ${from} THEN ${mondayOf(Prisma.sql`scored.created_at`)} END AS week, count(*)::int AS n
    FROM ${SCORED} JOIN organization o ON o.id = scored.organization_id
    WHERE scored.organization_id = ${organizationId}::uuid AND status = 'completed'
      AND scored.created_at >= ${start} AND scored.created_at < ${to} ${ofSurvey(surveyId)}
    GROUP BY 1, 2, 3, 4`
}

/** Every week of the period, those without answers too. */
async function weeksOf({ organizationId, from, to }: Period): Promise<string[]> {
  const rows = await db.$queryRaw<{ week: string }[]>`
    SELECT DISTINCT ${mondayOf(Prisma.sql`day`)} AS week
    FROM organization o, generate_series(${from}::timestamptz, ${to}::timestamptz, '1 day') AS day
    WHERE o.id = ${organizationId}::uuid ORDER BY week`
  return rows.map(({ week }) => week)
}

/** The week's Monday by the organization's clock, which `o` names. */
function mondayOf(time: Prisma.Sql): Prisma.Sql {
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
  const rateOf = (isCurrent: boolean): ResponseRate => {
    const { delivered = 0, answered = 0, captured = 0 } = rows.find((row) => row.is_current === isCurrent) ?? {}
    return { delivered, answered, share: delivered === 0 ? null : answered / delivered, captured }
  }
  return { current: rateOf(true), previous: rateOf(false) }
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
  const counts = sum(own.filter((row) => row.is_current))
  const current = summaryOf(metric, counts)
  const previous = summaryOf(metric, sum(own.filter((row) => !row.is_current)))
  const { min, max } = SCALES[metric]
  return {
    metric,
    current,
    previous,
    change: changeOf(current, previous),
    bands: bandsOf(metric, counts),
    distribution: Array.from({ length: max - min + 1 }, (_, step) => ({
      score: min + step,
      count: counts.get(min + step) ?? 0,
    })),
    trend: weeks.map((week) => ({ week, ...summaryOf(metric, sum(own.filter((row) => row.week === week))) })),
  }
}

function sum(rows: readonly { score: number; n: number }[]): ScoreCounts {
  const counts = new Map<number, number>()
  for (const { score, n } of rows) counts.set(score, (counts.get(score) ?? 0) + n)
  return counts
}
