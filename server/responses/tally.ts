import { queryRows } from '../db'
import { Metric } from '../surveys/schema'
import { SCALES } from '../surveys/vocabulary'
import { clockOf } from '../time-zones'
import type { ScoreCounts } from './scores'

/*
 * How many responses of which scores there are, out of what is counted by day while they come in (response_tally), and of what
 * is written down and not added up yet (response_change): exact at the moment of the statement, and as many rows to read
 * however many responses there are. docs/decisions/0027-tallies.md
 */

/** The id that stands for all surveys, and for no location or employee. */
const ZEROS = '00000000-0000-0000-0000-000000000000'

/** Days by the organization's clock, both of them in it: `2026-03-01`. Null: from the beginning, until now. */
export type Days = { from: string; to: string }

export type Breakdown = 'location' | 'employee' | 'survey'
export type Step = 'day' | 'week' | 'month'

export type TallyQuestion = {
  /** One survey's alone. */
  surveyId?: string | undefined
  /** Null: of all time. */
  days: Days | null
  /** What the answer is divided by: steps of time, or whom it is about. */
  by?: Step | Breakdown | undefined
  /** Of these alone, where it is divided by whom it is about. */
  ids?: readonly string[] | undefined
}

/** One part of the answer. */
export type Tally = {
  /** The first day of a step (a week's is its Monday), or an id; null for no location or employee, and where nothing divides. */
  key: string | null
  responses: number
  bands: { positive: number; neutral: number; negative: number }
  scores: Record<Metric, ScoreCounts>
  /** Surveys that were first delivered then, however often they were repeated; those of them that were answered. */
  delivered: number
  answered: number
  /** Surveys that were kept in the Outbox then. */
  captured: number
}

const METRICS = Metric.options
const scoresOf = (metric: Metric) => {
  const { min, max } = SCALES[metric]
  return Array.from({ length: max - min + 1 }, (_, step) => min + step)
}
const BANDS = ['positive', 'neutral', 'negative'] as const

/** The columns of a tally, and what one change adds to each. */
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
/** Every column that counts. */
export const TALLY_COLUMNS = COLUMNS.map(([column]) => column)
const SUMS = TALLY_COLUMNS.map((column) => `coalesce(sum(${column}), 0)::int AS ${column}`).join(', ')
const KEPT = TALLY_COLUMNS.join(', ')
const CHANGED = COLUMNS.map(([column, ofChange]) => `${ofChange} AS ${column}`).join(', ')

/** @returns a part for each step or id that has any; one, of zeros where there are none, if nothing divides. */
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

/** Which responses are counted. `ids`: of one record, which may be known by several while it is merged. */
export type CountQuestion = {
  surveyId: string | undefined
  about: { by: 'location' | 'employee'; ids: readonly string[] } | undefined
  /** Null: of all time. `clock`: by which time zone those days are meant. */
  days: (Days & { clock: string }) | null
  band: keyof Tally['bands'] | undefined
  /** Those with a score on this metric, within these bounds; not with a band. */
  scores?: { metric: Metric; least: number | undefined; most: number | undefined } | undefined
}

/**
 * How many responses there are of one survey, about one location or employee, or of all.
 * @returns null where that is not counted: days by another clock than the organization's, an id that stands for something else here.
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

/** What is added up, and what is written down since. */
function partsOf(whom: 'location' | 'employee' | null): string {
  return `
    SELECT t.day, t.survey_id, t.dimension_id, ${KEPT}
    FROM unnest($2::text[], $3::date[], $4::date[]) r(span, first, last)
      JOIN response_tally t ON t.organization_id = $1::uuid AND t.survey_id = ANY($5::uuid[])
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

/** By which clock days are counted. */
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

/** Whole months are read as one, the days before and after them one by one; steps shorter than a month want every day. */
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

/** Two parts as one, with the key of the first. */
export function addTallies(one: Tally, other: Tally): Tally {
  const sum = <Counts extends Record<string, number>>(left: Counts, right: Counts) =>
    Object.fromEntries(Object.entries(left).map(([name, n]) => [name, n + (right[name] ?? 0)])) as Counts
  const scores = (metric: Metric): ScoreCounts => {
    const [left, right] = [one.scores[metric], other.scores[metric]]
    return new Map(
      [...left.keys(), ...right.keys()].map((score) => [score, (left.get(score) ?? 0) + (right.get(score) ?? 0)]),
    )
  }
  return {
    key: one.key,
    bands: sum(one.bands, other.bands),
    scores: { nps: scores('nps'), csat: scores('csat'), ces: scores('ces') },
    responses: one.responses + other.responses,
    delivered: one.delivered + other.delivered,
    answered: one.answered + other.answered,
    captured: one.captured + other.captured,
  }
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`
}

function firstOfNextMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return isoDay(new Date(Date.UTC(year, month, 1)))
}

/** `2026-03-01` plus so many days. */
export function addDays(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return isoDay(at)
}

/** As {@link Days} has them. */
export function isoDay(at: Date): string {
  return at.toISOString().slice(0, 10)
}
