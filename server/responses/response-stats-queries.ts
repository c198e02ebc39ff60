import { db, Prisma, queryRows, type Tx } from '../db'
import { MASTER_DATA_KINDS, type MasterDataKind } from '../master-data/constants'
import { SCALES } from '../surveys/constants'
import { Metric, ScoreBand } from '../surveys/schema'
import { organizationTimeZoneSql } from '../time-zone-queries'
import {
  addDays,
  type DayRange,
  firstOfMonth,
  firstOfNextMonth,
  type ResponseStats,
  type StatsDimension,
  type TrendStepUnit,
} from './response-stats'
import type { ScoreCounts } from './scores'

/*
 * Response counts by score, from daily stats (response_daily_stats) plus changes that are not compacted yet (response_change). Exact at the
 * time of the statement; the rows read do not grow with the number of responses. docs/decisions/0027-response-statistics.md
 *
 * Triggers maintain them in the transaction of each change. response_change_add, response_change_update and response_change_remove
 * record responses. survey_request_step_add, survey_request_step_change, survey_request_step_remove, survey_request_response_add,
 * survey_request_response_change, survey_request_response_remove and survey_request_sending_change keep one row per survey and sending
 * (recount_survey_requests, is_delivered), and survey_request_change and survey_request_remove record these. compact_after_response_change
 * compacts what was recorded (compact_response_changes).
 */

const PLACEHOLDER_ID = '00000000-0000-0000-0000-000000000000'

type Grouping = TrendStepUnit | StatsDimension

const listScores = (metric: Metric) => {
  const { min, max } = SCALES[metric]
  return Array.from({ length: max - min + 1 }, (_, step) => min + step)
}
const countWhereSql = (condition: string) => `CASE WHEN ${condition} THEN n ELSE 0 END`

/** Columns of the stats, each with its SQL for a row of response_change. */
const COLUMNS = Object.entries({
  responses: 'n',
  ...Object.fromEntries(ScoreBand.options.map((band) => [band, countWhereSql(`band = '${band}'`)])),
  ...Object.fromEntries(
    Metric.options.flatMap((metric) =>
      listScores(metric).map((score) => [`${metric}_${score}`, countWhereSql(`${metric}_score = ${score}`)]),
    ),
  ),
  delivered: 'delivered',
  answered: 'answered',
  captured: 'captured',
})
const STATS_COLUMNS = COLUMNS.map(([column]) => column)
const SUMS = STATS_COLUMNS.map((column) => `coalesce(sum(${column}), 0)::int AS ${column}`).join(', ')
const CHANGE_COLUMNS = COLUMNS.map(([column, changeSql]) => `${changeSql} AS ${column}`).join(', ')

/** @returns one entry per step or id with any count; without grouping exactly one, which may be all zeros. */
export async function loadResponseStats(
  organizationId: string,
  query: {
    surveyId?: string | undefined
    days: DayRange | null
    by?: Grouping | undefined
    ids?: readonly string[] | undefined
    subject?: StatsSubject | undefined
  },
): Promise<ResponseStats[]> {
  const { surveyId = PLACEHOLDER_ID, days, by, ids = null, subject } = query
  const dimension = subject?.by ?? MASTER_DATA_KINDS.find((kind) => kind === by) ?? null
  const surveyIds = by === 'survey' ? (ids ?? []) : [surveyId]
  const dimensionIds = subject?.ids ?? (dimension && ids)
  const isFiltered = dimensionIds !== null
  const condition = isFiltered ? 'dimension_id = ANY($8::uuid[])' : '$8::uuid[] IS NULL'
  const source = `${SUMS} FROM (${sourceSql(dimension, isFiltered)}) parts WHERE ${condition}`
  const rows = await queryRows<Row>({
    name: `response-tallies-${by ?? 'all'}-${dimension ?? 'all'}${isFiltered ? '-filtered' : ''}`,
    text: by === undefined ? `SELECT NULL AS key, ${source}` : `SELECT ${KEY_SQL[by]} AS key, ${source} GROUP BY 1`,
    values: [...sourceValues(organizationId, listStatsRanges(days, by), surveyIds, days), dimensionIds],
  })
  const isEmpty = (row: Row) => row['responses'] === 0 && row['delivered'] === 0 && row['captured'] === 0
  return rows.filter((row) => by === undefined || !isEmpty(row)).map(toStats)
}

/** A location, employee or company. `ids`: all of its ids; it has several while another one is merged into it. */
export type StatsSubject = { by: MasterDataKind; ids: readonly string[] }

/**
 * `days`: null for all time; `clock` is their time zone.
 * `scores` cannot be combined with `band`.
 */
export type StatsCountQuery = {
  surveyId: string | undefined
  subject: StatsSubject | undefined
  days: (DayRange & { clock: string }) | null
  band: keyof ResponseStats['bands'] | undefined
  scores?: { metric: Metric; least: number | undefined; most: number | undefined } | undefined
}

/**
 * Counts responses of a survey, a location, an employee or a company, or of all.
 * @returns null if the stats cannot answer: days in another time zone than the organization's, or the placeholder id.
 */
export async function countResponsesFromStats(organizationId: string, query: StatsCountQuery): Promise<number | null> {
  const { surveyId, subject, days, band = 'responses', scores } = query
  if (surveyId === PLACEHOLDER_ID || subject?.ids.includes(PLACEHOLDER_ID)) return null
  const { by, ids } = subject ?? { by: null, ids: [PLACEHOLDER_ID] }
  const [row] = await queryRows<{ clock: string; n: number }>({
    ...(scores ? {} : { name: `response-count-${by}-${band}` }),
    text: `SELECT ${TIME_ZONE_SQL} AS clock, coalesce(sum(${scores ? scoreSumSql(scores) : band}), 0)::int AS n FROM (${sourceSql(by, true)}) parts WHERE dimension_id = ANY ($8::uuid[])`,
    values: [
      ...sourceValues(organizationId, listStatsRanges(days, undefined), [surveyId ?? PLACEHOLDER_ID], days),
      ids,
    ],
  })
  return row && (days === null || days.clock === row.clock) ? row.n : null
}

function scoreSumSql({ metric, least = -Infinity, most = Infinity }: NonNullable<StatsCountQuery['scores']>): string {
  const inRange = listScores(metric).filter((score) => score >= least && score <= most)
  return inRange.map((score) => `${metric}_${score}`).join(' + ') || '0'
}

type Row = Record<string, number | string | null>

/**
 * `OFFSET 0` keeps the lateral query: joined with the ranges, PostgreSQL reads the whole table once there are a thousand companies. It also
 * keeps conditions out of it, so `isFiltered` repeats that of `dimension_id = ANY($8)`.
 */
function sourceSql(dimension: MasterDataKind | null, isFiltered: boolean): string {
  return `
    SELECT t.day, t.survey_id, t.dimension_id, ${STATS_COLUMNS.join(', ')}
    FROM unnest($2::text[], $3::date[], $4::date[]) r(span, first, last)
      CROSS JOIN LATERAL (SELECT * FROM response_daily_stats s WHERE s.organization_id = $1::uuid AND s.survey_id = ANY($5::uuid[])
        AND s.dimension = '${dimension ?? 'all'}' AND s.span = r.span AND s.day BETWEEN r.first AND r.last
        ${isFiltered ? 'AND s.dimension_id = ANY($8::uuid[])' : ''} OFFSET 0) t
    UNION ALL
    SELECT d.day, survey_id, ${dimension === null ? `'${PLACEHOLDER_ID}'::uuid` : `coalesce(${dimension}_id, '${PLACEHOLDER_ID}')`}, ${CHANGE_COLUMNS}
    FROM response_change c, LATERAL (SELECT (c.at AT TIME ZONE ${TIME_ZONE_SQL})::date AS day) d
    WHERE c.organization_id = $1::uuid AND (survey_id = ANY($5::uuid[]) OR '${PLACEHOLDER_ID}' = ANY($5::uuid[]))
      AND d.day BETWEEN $6::date AND $7::date`
}

function sourceValues(
  organizationId: string,
  ranges: Range[],
  surveyIds: readonly string[],
  days: DayRange | null,
): unknown[] {
  const columns = (['span', 'first', 'last'] as const).map((name) => ranges.map((range) => range[name]))
  return [organizationId, ...columns, surveyIds, days?.from ?? '-infinity', days?.to ?? 'infinity']
}

const TIME_ZONE_SQL = organizationTimeZoneSql('$1::uuid')

const KEY_SQL: Record<Grouping, string> = {
  day: `to_char(day, 'YYYY-MM-DD')`,
  week: `to_char(date_trunc('week', day), 'YYYY-MM-DD')`,
  month: `to_char(date_trunc('month', day), 'YYYY-MM-DD')`,
  survey: 'survey_id::text',
  location: `nullif(dimension_id, '${PLACEHOLDER_ID}')::text`,
  employee: `nullif(dimension_id, '${PLACEHOLDER_ID}')::text`,
  contact_organization: `nullif(dimension_id, '${PLACEHOLDER_ID}')::text`,
}

type Range = { span: 'day' | 'month'; first: string; last: string }

/** Reads whole months as month rows and the days around them as day rows. Steps shorter than a month need day rows only. */
export function listStatsRanges(days: DayRange | null, by: Grouping | undefined): Range[] {
  const needsDayRows = by === 'day' || by === 'week'
  if (days === null) return [{ span: needsDayRows ? 'day' : 'month', first: '-infinity', last: 'infinity' }]
  const { from, to } = days
  const firstMonth = from.endsWith('-01') ? from : firstOfNextMonth(from)
  const afterLast = firstOfMonth(addDays(to, 1))
  if (needsDayRows || firstMonth >= afterLast) return [{ span: 'day', first: from, last: to }]
  return [
    { span: 'day', first: from, last: addDays(firstMonth, -1) },
    { span: 'month', first: firstMonth, last: addDays(afterLast, -1) },
    { span: 'day', first: afterLast, last: to },
  ]
}

function toStats(row: Row): ResponseStats {
  const count = (column: string) => Number(row[column])
  const scores = (metric: Metric): ScoreCounts => {
    const counts = listScores(metric).map((score) => [score, count(`${metric}_${score}`)] as const)
    return new Map(counts.filter(([, n]) => n !== 0))
  }
  return {
    key: row['key'] === null ? null : String(row['key']),
    responses: count('responses'),
    bands: { positive: count('positive'), neutral: count('neutral'), negative: count('negative') },
    scores: { nps: scores('nps'), csat: scores('csat'), ces: scores('ces') },
    delivered: count('delivered'),
    answered: count('answered'),
    captured: count('captured'),
  }
}

export async function listOrganizationIdsWithStatsInOldTimeZone(
  limit: number,
  organizationId: string | null = null,
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT o.id FROM response_daily_stats_time_zone k
    JOIN organization o ON o.id = k.organization_id AND o.time_zone <> k.time_zone AND valid_time_zone(o.time_zone) <> k.time_zone
    WHERE ${organizationId}::uuid IS NULL OR o.id = ${organizationId}::uuid
    ORDER BY o.id LIMIT ${limit}`
  return rows.map(({ id }) => id)
}

export async function hasStatsInOldTimeZone(organizationId: string): Promise<boolean> {
  return (await listOrganizationIdsWithStatsInOldTimeZone(1, organizationId)).length > 0
}

const ANY_NOT_ZERO = Prisma.raw(STATS_COLUMNS.map((column) => `sum(${column}) <> 0`).join(' OR '))

export async function countWrongStats(tx: Tx, organizationId: string): Promise<number> {
  const pending = pendingSql(organizationId)
  const recount = recountSql(organizationId, -1)
  const [row] = await tx.$queryRaw<{ wrong: bigint }[]>`
    SELECT (SELECT count(*) FROM (
      SELECT survey_id, dimension, span, day, dimension_id FROM (
        SELECT * FROM response_daily_stats WHERE organization_id = ${organizationId}::uuid
        UNION ALL SELECT * FROM response_daily_stats_rows(${organizationId}::uuid, ${pending})
        UNION ALL SELECT * FROM response_daily_stats_rows(${organizationId}::uuid, ${recount})) parts
      GROUP BY 1, 2, 3, 4, 5
      HAVING ${ANY_NOT_ZERO}) differing)
    + (SELECT count(*) FROM (
      SELECT survey_id, span, day, key FROM (
        SELECT * FROM answer_daily_stats WHERE organization_id = ${organizationId}::uuid
        UNION ALL SELECT * FROM answer_daily_stats_rows(${organizationId}::uuid, ${pending})
        UNION ALL SELECT * FROM answer_daily_stats_rows(${organizationId}::uuid, ${recount})) parts
      GROUP BY 1, 2, 3, 4
      HAVING sum(n) <> 0) differing) AS wrong`
  return Number(row?.wrong ?? 0)
}

export async function insertRecountedStats(tx: Tx, organizationId: string): Promise<void> {
  await tx.$executeRaw`SELECT add_to_response_daily_stats(${organizationId}::uuid, ${recountSql(organizationId, 1)})::text`
}

/** Query text for response_daily_stats_rows. Inlining the id is safe: it comes from the database. */
function pendingSql(organizationId: string): string {
  return `SELECT * FROM response_change WHERE organization_id = '${organizationId}'`
}

function recountSql(organizationId: string, n: 1 | -1): string {
  const ownRows = `organization_id = '${organizationId}'`
  const surveyColumns = `survey_id, location_id, employee_id, contact_organization_id, NULL, NULL, NULL, NULL, NULL::text[], 0`
  return `SELECT created_at AS at, survey_id, location_id, employee_id, contact_organization_id, nps_score, csat_score, ces_score, band, answer_keys(answers) AS answers, ${n} AS n,
      0 AS delivered, 0 AS answered, 0 AS captured FROM response WHERE status = 'completed' AND ${ownRows}
    UNION ALL SELECT delivered_at, ${surveyColumns}, ${n}, ${n} * is_answered::int, 0
    FROM survey_request WHERE delivered_at IS NOT NULL AND ${ownRows}
    UNION ALL SELECT captured_at, ${surveyColumns}, 0, 0, ${n} FROM survey_request WHERE captured_at IS NOT NULL AND ${ownRows}`
}
