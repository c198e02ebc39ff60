import { db, Prisma, queryRows, type Tx } from '../db'
import { Metric } from '../surveys/schema'
import { SCALES } from '../surveys/vocabulary'
import { clockOf } from '../time-zone-queries'
import type { ScoreCounts } from './scores'
import { addDays, type Breakdown, type Days, firstOfMonth, firstOfNextMonth, type Step, type Tally } from './tally'

/*
 * Response counts by score, from daily stats (response_daily_stats) plus changes that are not compacted yet (response_change). Exact at the
 * time of the statement; the rows read do not grow with the number of responses. docs/decisions/0027-tallies.md
 *
 * Triggers maintain them in the transaction of each change. response_change_add, response_change_update and response_change_remove
 * record responses. survey_request_step_add, survey_request_step_change, survey_request_step_remove, survey_request_response_add,
 * survey_request_response_change, survey_request_response_remove and survey_request_sending_change keep one row per survey and sending
 * (recount_survey_requests, is_delivered), and survey_request_change and survey_request_remove record these. compact_after_response_change
 * compacts what was recorded (compact_response_changes).
 */

/** Placeholder id: all surveys, or no location or employee. */
const ZEROS = '00000000-0000-0000-0000-000000000000'

export type TallyQuestion = {
  surveyId?: string | undefined
  /** Null: all time. */
  days: Days | null
  by?: Step | Breakdown | undefined
  ids?: readonly string[] | undefined
}

const METRICS = Metric.options
const scoresOf = (metric: Metric) => {
  const { min, max } = SCALES[metric]
  return Array.from({ length: max - min + 1 }, (_, step) => min + step)
}
const BANDS = ['positive', 'neutral', 'negative'] as const

/** Stats columns, and the SQL for what one change adds to each. */
const COLUMNS: [column: string, ofChange: string][] = [
  ['responses', 'n'],
  ...BANDS.map((band): [string, string] => [band, `CASE WHEN band = '${band}' THEN n ELSE 0 END`]),
  ...METRICS.flatMap((metric) =>
    scoresOf(metric).map((score): [string, string] => [
      `${metric}_${score}`,
      `CASE WHEN ${metric}_score = ${score} THEN n ELSE 0 END`,
    ]),
  ),
  ...(['delivered', 'answered', 'captured'] as const).map((column): [string, string] => [column, column]),
]
const TALLY_COLUMNS = COLUMNS.map(([column]) => column)
const SUMS = TALLY_COLUMNS.map((column) => `coalesce(sum(${column}), 0)::int AS ${column}`).join(', ')
const KEPT = TALLY_COLUMNS.join(', ')
const CHANGED = COLUMNS.map(([column, ofChange]) => `${ofChange} AS ${column}`).join(', ')

/** @returns one entry per step or id with any count; without grouping exactly one, which may be all zeros. */
export async function readTallies(organizationId: string, question: TallyQuestion): Promise<Tally[]> {
  const { surveyId = ZEROS, days, by, ids = null } = question
  const isOfWhom = by === 'location' || by === 'employee'
  const surveyIds = by === 'survey' ? (ids ?? []) : [surveyId]
  const rows = await queryRows<Row>({
    name: `response-tallies-${by ?? 'all'}`,
    text: by === undefined ? ofAll() : dividedBy(by),
    values: [...partValues(organizationId, rangesOf(days, by), surveyIds, days), isOfWhom ? ids : null],
  })
  return rows.flatMap((row) => (by !== undefined && isEmpty(row) ? [] : [readTally(row)]))
}

/** `ids`: all ids of one record, which has several while it is merged. */
export type CountQuestion = {
  surveyId: string | undefined
  about: { by: 'location' | 'employee'; ids: readonly string[] } | undefined
  /** Null: all time. `clock`: the time zone of the days. */
  days: (Days & { clock: string }) | null
  band: keyof Tally['bands'] | undefined
  /** Responses with a score of this metric within the bounds; not combined with a band. */
  scores?: { metric: Metric; least: number | undefined; most: number | undefined } | undefined
}

/**
 * Counts responses of a survey, a location or an employee, or of all.
 * @returns null if the stats cannot answer: days in another time zone than the organization's, or the placeholder id.
 */
export async function readCount(organizationId: string, question: CountQuestion): Promise<number | null> {
  const { surveyId, about, days, band = 'responses', scores } = question
  if (surveyId === ZEROS || about?.ids.includes(ZEROS)) return null
  const { by, ids } = about ?? { by: null, ids: [ZEROS] }
  const [row] = await queryRows<{ clock: string; n: number }>({
    ...(scores ? {} : { name: `response-count-${by}-${band}` }),
    text: `SELECT ${CLOCK} AS clock, coalesce(sum(${scores ? sumOf(scores) : band}), 0)::int AS n FROM (${partsOf(by)}) parts WHERE dimension_id = ANY ($8::uuid[])`,
    values: [...partValues(organizationId, rangesOf(days, undefined), [surveyId ?? ZEROS], days), ids],
  })
  return row && (days === null || days.clock === row.clock) ? row.n : null
}

function sumOf({ metric, least = -Infinity, most = Infinity }: NonNullable<CountQuestion['scores']>): string {
  const within = scoresOf(metric).filter((score) => score >= least && score <= most)
  return within.map((score) => `${metric}_${score}`).join(' + ') || '0'
}

type Row = Record<string, number | string | null>

const ofAll = () => `SELECT NULL AS key, ${SUMS} FROM (${partsOf(null)}) parts WHERE $8::uuid[] IS NULL`

function dividedBy(by: Step | Breakdown): string {
  const whom = by === 'location' || by === 'employee' ? by : null
  return `SELECT ${KEYS[by]} AS key, ${SUMS} FROM (${partsOf(whom)}) parts
    WHERE $8::uuid[] IS NULL OR dimension_id = ANY($8::uuid[]) GROUP BY 1`
}

/** SQL: compacted stats plus pending changes. */
function partsOf(whom: 'location' | 'employee' | null): string {
  return `
    SELECT t.day, t.survey_id, t.dimension_id, ${KEPT}
    FROM unnest($2::text[], $3::date[], $4::date[]) r(span, first, last)
      JOIN response_daily_stats t ON t.organization_id = $1::uuid AND t.survey_id = ANY($5::uuid[])
        AND t.dimension = '${whom ?? 'all'}' AND t.span = r.span AND t.day BETWEEN r.first AND r.last
    UNION ALL
    SELECT d.day, survey_id, ${whom === null ? `'${ZEROS}'::uuid` : `coalesce(${whom}_id, '${ZEROS}')`}, ${CHANGED}
    FROM response_change c, LATERAL (SELECT (c.at AT TIME ZONE ${CLOCK})::date AS day) d
    WHERE c.organization_id = $1::uuid AND (survey_id = ANY($5::uuid[]) OR '${ZEROS}' = ANY($5::uuid[]))
      AND d.day BETWEEN $6::date AND $7::date`
}

function partValues(
  organizationId: string,
  ranges: Range[],
  surveyIds: readonly string[],
  days: Days | null,
): unknown[] {
  return [
    organizationId,
    ranges.map(({ span }) => span),
    ranges.map(({ first }) => first),
    ranges.map(({ last }) => last),
    surveyIds,
    days?.from ?? '-infinity',
    days?.to ?? 'infinity',
  ]
}

const CLOCK = clockOf('$1::uuid')

const KEYS: Record<Step | Breakdown, string> = {
  day: `to_char(day, 'YYYY-MM-DD')`,
  week: `to_char(date_trunc('week', day), 'YYYY-MM-DD')`,
  month: `to_char(date_trunc('month', day), 'YYYY-MM-DD')`,
  survey: 'survey_id::text',
  location: `nullif(dimension_id, '${ZEROS}')::text`,
  employee: `nullif(dimension_id, '${ZEROS}')::text`,
}

type Range = { span: 'day' | 'month'; first: string; last: string }

/** Reads whole months as month rows and the days around them as day rows. Steps shorter than a month need day rows only. */
function rangesOf(days: Days | null, by: TallyQuestion['by']): Range[] {
  const isOfDays = by === 'day' || by === 'week'
  if (days === null) return [{ span: isOfDays ? 'day' : 'month', first: '-infinity', last: 'infinity' }]
  const { from, to } = days
  const firstMonth = from.endsWith('-01') ? from : firstOfNextMonth(from)
  const afterLast = firstOfMonth(addDays(to, 1))
  if (isOfDays || firstMonth >= afterLast) return [{ span: 'day', first: from, last: to }]
  return [
    { span: 'day', first: from, last: addDays(firstMonth, -1) },
    { span: 'month', first: firstMonth, last: addDays(afterLast, -1) },
    { span: 'day', first: afterLast, last: to },
  ]
}

function isEmpty(row: Row): boolean {
  return row['responses'] === 0 && row['delivered'] === 0 && row['captured'] === 0
}

function readTally(row: Row): Tally {
  const count = (column: string) => Number(row[column])
  const scores = (metric: Metric): ScoreCounts => {
    const counts = scoresOf(metric).map((score) => [score, count(`${metric}_${score}`)] as const)
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

/** Organizations whose stats were built for another time zone. @param organizationId only this one */
export async function listOutdatedTallies(limit: number, organizationId: string | null = null): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT o.id FROM response_daily_stats_time_zone k
    JOIN organization o ON o.id = k.organization_id AND o.time_zone <> k.time_zone AND valid_time_zone(o.time_zone) <> k.time_zone
    WHERE ${organizationId}::uuid IS NULL OR o.id = ${organizationId}::uuid
    ORDER BY o.id LIMIT ${limit}`
  return rows.map(({ id }) => id)
}

export async function isTallyOutdated(organizationId: string): Promise<boolean> {
  return (await listOutdatedTallies(1, organizationId)).length > 0
}

const SOME_ARE_NOT_ZERO = Prisma.raw(TALLY_COLUMNS.map((column) => `sum(${column}) <> 0`).join(' OR '))

/** Number of stats rows, pending changes included, that differ from a recount. */
export async function countWrongTallies(tx: Tx, organizationId: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ wrong: bigint }[]>`
    SELECT count(*) AS wrong FROM (
      SELECT survey_id, dimension, span, day, dimension_id FROM (
        SELECT * FROM response_daily_stats WHERE organization_id = ${organizationId}::uuid
        UNION ALL SELECT * FROM response_daily_stats_rows(${organizationId}::uuid, ${pending(organizationId)})
        UNION ALL SELECT * FROM response_daily_stats_rows(${organizationId}::uuid, ${counted(organizationId, -1)})) parts
      GROUP BY 1, 2, 3, 4, 5
      HAVING ${SOME_ARE_NOT_ZERO}) apart`
  return Number(row?.wrong ?? 0)
}

/** Adds a full count to the stats, which must be empty. */
export async function addRecount(tx: Tx, organizationId: string): Promise<void> {
  await tx.$executeRaw`SELECT add_to_response_daily_stats(${organizationId}::uuid, ${counted(organizationId, 1)})::text`
}

/** Query text for response_daily_stats_rows. Inlining the id is safe: it comes from the database. */
function pending(organizationId: string): string {
  return `SELECT * FROM response_change WHERE organization_id = '${organizationId}'`
}

function counted(organizationId: string, n: 1 | -1): string {
  const own = `organization_id = '${organizationId}'`
  const asked = `survey_id, location_id, employee_id, NULL, NULL, NULL, NULL, 0`
  return `SELECT created_at AS at, survey_id, location_id, employee_id, nps_score, csat_score, ces_score, band, ${n} AS n,
      0 AS delivered, 0 AS answered, 0 AS captured FROM response WHERE status = 'completed' AND ${own}
    UNION ALL SELECT delivered_at, ${asked}, ${n}, ${n} * is_answered::int, 0
    FROM survey_request WHERE delivered_at IS NOT NULL AND ${own}
    UNION ALL SELECT captured_at, ${asked}, 0, 0, ${n} FROM survey_request WHERE captured_at IS NOT NULL AND ${own}`
}
