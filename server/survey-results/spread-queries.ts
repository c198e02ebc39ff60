import { queryRows } from '../db'
import type { ResponseFilter } from '../responses/response-filter'
import { SqlParameterList } from '../responses/response-filter-sql'
import { latestResponsesSql } from './answer-count-queries'
import { FILTERED_RESPONSES_MAX } from './constants'
import type { NumberSummary, SpreadStep } from './schema'

type Bin = { from: string; n: number }

export type NumberRow = { questionId: string; summary: NumberSummary; step: number; areWhole: boolean; bins: Bin[] }

/** About ten steps of 1, 2 or 5 times a power of ten; whole numbers have steps of 1 at least. */
const STEP_SQL = `greatest(
  CASE WHEN max = min THEN 1 ELSE power(10, floor(log(raw))) * CASE
    WHEN raw / power(10, floor(log(raw))) <= 1 THEN 1
    WHEN raw / power(10, floor(log(raw))) <= 2 THEN 2
    WHEN raw / power(10, floor(log(raw))) <= 5 THEN 5 ELSE 10 END END,
  CASE WHEN are_whole THEN 1 ELSE 0 END)`

/** Of each number question, in the latest responses that match. */
export function summarizeNumbers(organizationId: string, filter: ResponseFilter): Promise<NumberRow[]> {
  const values = new SqlParameterList()
  const latest = latestResponsesSql(organizationId, filter, FILTERED_RESPONSES_MAX, values)
  return queryRows<NumberRow>({
    text: `WITH answer AS MATERIALIZED (
        SELECT answer ->> 'questionId' AS question, (answer ->> 'value')::numeric AS number
        FROM (${latest}) l, jsonb_array_elements(l.answers) answer WHERE answer ->> 'type' = 'number'),
      summary AS (
        SELECT question, count(*)::int AS n, avg(number)::float8 AS mean, percentile_cont(0.5) WITHIN GROUP (ORDER BY number::float8) AS median,
          min(number) AS min, max(number) AS max, (max(number) - min(number)) / 10 AS raw, bool_and(number = floor(number)) AS are_whole
        FROM answer GROUP BY 1),
      stepped AS (SELECT *, ${STEP_SQL} AS step FROM summary)
      SELECT question AS "questionId", step::float8, are_whole AS "areWhole",
        json_build_object('n', n, 'mean', mean, 'median', median, 'min', min, 'max', max) AS summary,
        (SELECT json_agg(json_build_object('from', b.start::float8::text, 'n', b.n) ORDER BY b.start) FROM (
          SELECT floor(a.number / s.step) * s.step AS start, count(*)::int AS n FROM answer a WHERE a.question = s.question GROUP BY 1) b) AS bins
      FROM stepped s`,
    values: values.all,
  })
}

export type DateRow = { questionId: string; step: Extract<SpreadStep, string>; bins: Bin[] }

/** Of each date question, in the latest responses that match: by day up to 45 days, by month up to four years, else by year. */
export function spreadDates(organizationId: string, filter: ResponseFilter): Promise<DateRow[]> {
  const values = new SqlParameterList()
  const latest = latestResponsesSql(organizationId, filter, FILTERED_RESPONSES_MAX, values)
  return queryRows<DateRow>({
    text: `WITH answer AS MATERIALIZED (
        SELECT answer ->> 'questionId' AS question, (answer ->> 'value')::date AS day
        FROM (${latest}) l, jsonb_array_elements(l.answers) answer WHERE answer ->> 'type' = 'date'),
      stepped AS (
        SELECT question, CASE WHEN max(day) - min(day) <= 45 THEN 'day' WHEN max(day) - min(day) <= 1461 THEN 'month' ELSE 'year' END AS step
        FROM answer GROUP BY 1)
      SELECT question AS "questionId", step,
        (SELECT json_agg(json_build_object('from', to_char(b.start, 'YYYY-MM-DD'), 'n', b.n) ORDER BY b.start) FROM (
          SELECT date_trunc(s.step, a.day) AS start, count(*)::int AS n FROM answer a WHERE a.question = s.question GROUP BY 1
          ORDER BY 2 DESC LIMIT 50) b) AS bins
      FROM stepped s`,
    values: values.all,
  })
}
