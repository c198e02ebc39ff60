import { queryRows } from '../db'
import type { ResponseFilter } from '../responses/response-filter'
import { responseFilterSql, SqlParameterList } from '../responses/response-filter-sql'
import type { DayRange, TrendStepUnit } from '../responses/response-stats'
import { listStatsRanges } from '../responses/response-stats-queries'
import { organizationTimeZoneSql } from '../time-zone-queries'
import { FILTERED_RESPONSES_MAX, LATEST_TEXTS_MAX, RECENT_RESPONSES_MAX } from './constants'

/** `key`: an AnswerKey as text. `day`: the first of a step; null without steps. */
export type AnswerCount = { key: string; day: string | null; n: number }

const TIME_ZONE_SQL = organizationTimeZoneSql('$1::uuid')

const stepSql = (day: string, step: TrendStepUnit | undefined) =>
  step === undefined ? 'NULL' : `to_char(date_trunc('${step}', ${day}), 'YYYY-MM-DD')`

/**
 * Counts answers of a survey from the daily stats (answer_daily_stats) plus changes that are not compacted yet. Exact; the rows read do not
 * grow with the number of responses.
 */
export function loadAnswerCounts(
  organizationId: string,
  { surveyId, days, step }: { surveyId: string; days: DayRange | null; step?: TrendStepUnit },
): Promise<AnswerCount[]> {
  const ranges = listStatsRanges(days, step)
  return queryRows<AnswerCount>({
    name: `answer-counts-${step ?? 'all'}`,
    text: `
      SELECT key, ${stepSql('day', step)} AS day, sum(n)::int AS n FROM (
        SELECT t.key, t.day, t.n FROM unnest($3::text[], $4::date[], $5::date[]) r(span, first, last)
          CROSS JOIN LATERAL (SELECT * FROM answer_daily_stats s WHERE s.organization_id = $1::uuid AND s.survey_id = $2::uuid
            AND s.span = r.span AND s.day BETWEEN r.first AND r.last OFFSET 0) t
        UNION ALL
        SELECT key, d.day, c.n
        FROM response_change c, LATERAL (SELECT (c.at AT TIME ZONE ${TIME_ZONE_SQL})::date AS day) d, unnest(c.answers) key
        WHERE c.organization_id = $1::uuid AND c.survey_id = $2::uuid AND d.day BETWEEN $6::date AND $7::date) parts
      GROUP BY 1, 2 HAVING sum(n) <> 0`,
    values: [
      organizationId,
      surveyId,
      ...(['span', 'first', 'last'] as const).map((name) => ranges.map((range) => range[name])),
      days?.from ?? '-infinity',
      days?.to ?? 'infinity',
    ],
  })
}

/** Counts the answers of the latest responses that match, by step. @returns `counted`: how many responses. */
export async function countFilteredAnswers(
  organizationId: string,
  filter: ResponseFilter,
  step: TrendStepUnit,
): Promise<{ counted: number; counts: AnswerCount[] }> {
  const values = new SqlParameterList()
  const latest = latestResponsesSql(organizationId, filter, FILTERED_RESPONSES_MAX, values)
  const [row] = await queryRows<{ counted: number; counts: AnswerCount[] | null }>({
    text: `WITH latest AS MATERIALIZED (${latest})
      SELECT (SELECT count(*) FROM latest)::int AS counted,
        (SELECT json_agg(json_build_object('key', key, 'day', day, 'n', n)) FROM (
          SELECT key, ${stepSql(`l.created_at AT TIME ZONE ${TIME_ZONE_SQL}`, step)} AS day, count(*)::int AS n
          FROM latest l, unnest(answer_keys(l.answers)) key GROUP BY 1, 2) c) AS counts`,
    values: values.all,
  })
  return { counted: row?.counted ?? 0, counts: row?.counts ?? [] }
}

/** The latest responses that match, as a subquery. */
export function latestResponsesSql(
  organizationId: string,
  filter: ResponseFilter,
  limit: number,
  values: SqlParameterList,
): string {
  return `SELECT r.* FROM response r WHERE ${responseFilterSql(organizationId, filter, values)}
    ORDER BY r.created_at DESC, r.id DESC LIMIT ${values.add(limit, 'int')}`
}

export type LatestText = { questionId: string; responseId: string; text: string; band: string | null; createdAt: Date }

/** The latest texts of each text question, of the latest responses that match. */
export function listLatestTexts(organizationId: string, filter: ResponseFilter): Promise<LatestText[]> {
  const values = new SqlParameterList()
  const latest = latestResponsesSql(organizationId, filter, RECENT_RESPONSES_MAX, values)
  return queryRows<LatestText>({
    text: `WITH latest AS MATERIALIZED (${latest})
      SELECT "questionId", "responseId", text, band, "createdAt" FROM (
        SELECT answer ->> 'questionId' AS "questionId", l.id AS "responseId", answer ->> 'value' AS text, l.band,
          l.created_at AS "createdAt", row_number() OVER (PARTITION BY answer ->> 'questionId' ORDER BY l.created_at DESC, l.id DESC) AS place
        FROM latest l, jsonb_array_elements(l.answers) answer WHERE answer ->> 'type' = 'text') texts
      WHERE place <= ${LATEST_TEXTS_MAX} ORDER BY "questionId", place`,
    values: values.all,
  })
}

export type Completion = { begun: number; submitted: number; stopped: Record<string, number> | null }

/**
 * Of the latest responses that were begun, how many were submitted, and which question the others answered last. Responses of the last
 * hour that may still be submitted are left out.
 */
export async function loadCompletion(organizationId: string, filter: ResponseFilter): Promise<Completion> {
  const values = new SqlParameterList()
  const counting = latestResponsesSql(organizationId, { ...filter, status: 'completed' }, RECENT_RESPONSES_MAX, values)
  const partial = latestResponsesSql(organizationId, { ...filter, status: 'partial' }, RECENT_RESPONSES_MAX, values)
  const [row] = await queryRows<Completion>({
    text: `WITH latest AS MATERIALIZED (
        SELECT submitted_at, answers FROM ((${counting}) UNION ALL (${partial})) r
        WHERE submitted_at IS NOT NULL OR created_at < now() - interval '1 hour'
        ORDER BY created_at DESC LIMIT ${RECENT_RESPONSES_MAX})
      SELECT count(*)::int AS begun, count(submitted_at)::int AS submitted,
        (SELECT json_object_agg(question, n) FROM (
          SELECT answers -> -1 ->> 'questionId' AS question, count(*)::int AS n FROM latest
          WHERE submitted_at IS NULL AND jsonb_array_length(answers) > 0 GROUP BY 1) s) AS stopped
      FROM latest`,
    values: values.all,
  })
  return row ?? { begun: 0, submitted: 0, stopped: null }
}

type TimeToCompleteRow = { known: number; quartiles: [number, number, number] | null }

/** Of the latest responses, those whose time is known. Quartiles in seconds: the lower, the median, the upper. */
export async function loadTimeToComplete(organizationId: string, filter: ResponseFilter): Promise<TimeToCompleteRow> {
  const values = new SqlParameterList()
  const latest = latestResponsesSql(organizationId, { ...filter, status: 'completed' }, RECENT_RESPONSES_MAX, values)
  const [row] = await queryRows<TimeToCompleteRow>({
    text: `SELECT count(seconds_to_complete)::int AS known,
        to_json(percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY seconds_to_complete)) AS quartiles
      FROM (${latest}) l WHERE seconds_to_complete IS NOT NULL`,
    values: values.all,
  })
  return row ?? { known: 0, quartiles: null }
}

export type AnswerWording = { questionId: string; type: string; text: string; labels: Record<string, string> }

/** Wordings of questions and options as the latest responses have them, for those that the survey no longer has. */
export function listRecentWordings(organizationId: string, surveyId: string): Promise<AnswerWording[]> {
  return queryRows<AnswerWording>({
    name: 'recent-wordings',
    text: `WITH latest AS MATERIALIZED (
        SELECT answers, created_at FROM response WHERE organization_id = $1::uuid AND survey_id = $2::uuid AND status = 'completed'
        ORDER BY created_at DESC, id DESC LIMIT ${RECENT_RESPONSES_MAX}),
      answer AS (
        SELECT answer ->> 'questionId' AS question, answer ->> 'type' AS type, answer ->> 'text' AS text,
          answer -> 'value' AS value, answer -> 'labels' AS labels, created_at
        FROM latest, jsonb_array_elements(answers) answer),
      label AS (
        SELECT DISTINCT ON (question, type, option) question, type, option, label
        FROM answer, ROWS FROM (
          jsonb_array_elements_text(CASE jsonb_typeof(value) WHEN 'array' THEN value ELSE jsonb_build_array(value) END),
          jsonb_array_elements_text(coalesce(labels, '[]'))) chosen(option, label)
        WHERE label IS NOT NULL ORDER BY question, type, option, created_at DESC)
      SELECT DISTINCT ON (question, type) question AS "questionId", type, text,
        (SELECT coalesce(json_object_agg(l.option, l.label), '{}') FROM label l
          WHERE l.question = answer.question AND l.type = answer.type) AS labels
      FROM answer ORDER BY question, type, created_at DESC`,
    values: [organizationId, surveyId],
  })
}

/** The day of a survey's first response that counts, in the organization's time zone. */
export async function findFirstResponseDay(organizationId: string, surveyId: string): Promise<string | null> {
  const [row] = await queryRows<{ day: string }>({
    name: 'first-response-day',
    text: `SELECT to_char(created_at AT TIME ZONE ${TIME_ZONE_SQL}, 'YYYY-MM-DD') AS day FROM response
      WHERE organization_id = $1::uuid AND survey_id = $2::uuid AND status = 'completed' ORDER BY created_at, id LIMIT 1`,
    values: [organizationId, surveyId],
  })
  return row?.day ?? null
}

/** For filters that only SQL knows. */
export async function countMatchingResponses(organizationId: string, filter: ResponseFilter): Promise<number> {
  const values = new SqlParameterList()
  const [row] = await queryRows<{ n: number }>({
    text: `SELECT count(*)::int AS n FROM response r WHERE ${responseFilterSql(organizationId, filter, values)}`,
    values: values.all,
  })
  return row?.n ?? 0
}
