import type { ContactProperty } from '@/prisma/generated/client'
import type { PropertyType } from '../contact-properties/constants'
import { matchesFilterSql } from '../contacts/filters/filter-queries'
import type { FilterQuery } from '../contacts/filters/filter-terms'
import { queryRows } from '../db'
import type { ScoreCount } from '../responses/queries'
import { BREAKDOWN_MAX_PARTS } from './constants'
import type { Overview } from './schema'

/*
 * Counts by what contacts are now. Daily statistics do not have it, because it changes after the response; so the responses of
 * the period are read.
 */

type Period = { surveyId: string | undefined; from: Date; to: Date }

/** The first four parameters are those of `periodValues`. */
const ANSWERED_SQL = `
  SELECT contact_id AS id, nps_score AS nps, csat_score AS csat, ces_score AS ces, count(*) AS n FROM response
  WHERE organization_id = $1::uuid AND status = 'completed' AND created_at >= $2::timestamptz AND created_at < $3::timestamptz
    AND ($4::uuid IS NULL OR survey_id = $4::uuid)
  GROUP BY 1, 2, 3, 4`

function periodValues(organizationId: string, { surveyId, from, to }: Period): unknown[] {
  return [organizationId, from, to, surveyId ?? null]
}

/** Counts the responses of contacts that match each segment now; a contact counts in all of its segments. */
export async function countResponsesBySegment(
  organizationId: string,
  segments: readonly { id: string; query: FilterQuery }[],
  period: Period,
): Promise<ScoreCount[]> {
  if (segments.length === 0) return []
  const values = periodValues(organizationId, period)
  const counts = segments.map(({ id, query }) => {
    const segment = `$${values.push(id)}::uuid`
    const matches = matchesFilterSql(query, values)
    return `SELECT ${segment} AS id, nps, csat, ces, sum(n)::int AS n FROM answered c WHERE ${matches} GROUP BY 2, 3, 4`
  })
  const text = `WITH answered AS MATERIALIZED (${ANSWERED_SQL}) ${counts.join(' UNION ALL ')}`
  return queryRows<ScoreCount>({ text, values })
}

/** `value` of a custom field as text, as long as filters compare it; null where the type does not fit. */
const VALUE_SQL: Record<PropertyType, string> = {
  text: "CASE WHEN jsonb_typeof(value) IN ('string', 'number') THEN left(value #>> '{}', 100) END",
  choice: "CASE WHEN jsonb_typeof(value) = 'string' THEN left(value #>> '{}', 100) END",
  number: "CASE WHEN jsonb_typeof(value) = 'number' THEN trim_scale((value #>> '{}')::numeric)::text END",
  boolean: "CASE WHEN jsonb_typeof(value) = 'boolean' THEN value #>> '{}' END",
  date: "CASE WHEN value #>> '{}' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' THEN left(value #>> '{}', 4) END",
}

const METRICS = ['nps', 'csat', 'ces'] as const

/** Counts responses by the value that their contact has now, texts without case; only values with the most of each score, and those without one. */
export async function countResponsesByProperty(
  organizationId: string,
  { key, type }: Pick<ContactProperty, 'key' | 'type'>,
  period: Period,
): Promise<{ lines: Overview['breakdown']['lines']; counts: ScoreCount[] }> {
  const rank = (n: string) => `CASE WHEN ${n} > 0 THEN row_number() OVER (ORDER BY ${n} DESC NULLS LAST, folded) END`
  const ranks = [rank('sum(n)'), ...METRICS.map((metric) => rank(`sum(n) FILTER (WHERE ${metric} IS NOT NULL)`))]
  const lineCounts = METRICS.map((metric) => `'${metric}', count(DISTINCT folded) FILTER (WHERE ${metric} IS NOT NULL)`)
  const [row] = await queryRows<{ lines: Overview['breakdown']['lines']; counts: ScoreCount[] | null }>({
    name: `property-scores-${type}`,
    text: `WITH answered AS (${ANSWERED_SQL}),
      valued AS (
        SELECT id, ${VALUE_SQL[type as PropertyType]} AS value
        FROM (SELECT id, custom_fields -> $5::text AS value FROM contact WHERE organization_id = $1::uuid AND custom_fields ? $5::text) c),
      counts AS (
        SELECT fold_case(value) AS folded, min(value) AS value, nps, csat, ces, sum(n)::int AS n
        FROM answered LEFT JOIN valued USING (id) GROUP BY 1, 3, 4, 5),
      top AS (
        SELECT folded, value FROM (
          SELECT folded, min(value) AS value, least(${ranks.join(', ')}) AS rank FROM counts WHERE folded IS NOT NULL GROUP BY folded) ranked
        WHERE rank <= ${BREAKDOWN_MAX_PARTS})
      SELECT (SELECT json_build_object(${lineCounts.join(', ')}) FROM counts) AS lines,
        (SELECT json_agg(json_build_object('id', top.value, 'nps', nps, 'csat', csat, 'ces', ces, 'n', n) ORDER BY top.value, nps, csat, ces)
          FROM counts LEFT JOIN top USING (folded) WHERE top.folded IS NOT NULL OR counts.folded IS NULL) AS counts`,
    values: [...periodValues(organizationId, period), key],
  })
  return { lines: row?.lines ?? { nps: 0, csat: 0, ces: 0 }, counts: row?.counts ?? [] }
}
