import type { ContactProperty } from '@/prisma/generated/client'
import type { PropertyType } from '../contact-properties/constants'
import { filterConditionSql } from '../contacts/filters/filter-queries'
import type { FilterQuery } from '../contacts/filters/filter-terms'
import { queryRows } from '../db'
import type { ScoreCount } from '../responses/queries'
import { BREAKDOWN_MAX_PARTS, CONTACT_BREAKDOWN_RESPONSES_MAX } from './constants'
import type { Overview } from './schema'

/*
 * Counts by what contacts are now. Daily statistics do not have it, because it changes after the response; so the latest responses of
 * the period are read.
 */

type Period = { surveyId: string | undefined; from: Date; to: Date }

/** The first five parameters are those of `periodValues`. */
const ANSWERED_SQL = `
  SELECT contact_id AS id, nps, csat, ces, count(*) AS n FROM (
    SELECT contact_id, nps_score AS nps, csat_score AS csat, ces_score AS ces FROM response
    WHERE organization_id = $1::uuid AND status = 'completed' AND created_at >= $2::timestamptz AND created_at < $3::timestamptz
      AND ($4::uuid IS NULL OR survey_id = $4::uuid)
    ORDER BY created_at DESC, id DESC LIMIT $5::int) latest
  GROUP BY 1, 2, 3, 4`

function periodValues(organizationId: string, { surveyId, from, to }: Period): unknown[] {
  return [organizationId, from, to, surveyId ?? null, CONTACT_BREAKDOWN_RESPONSES_MAX]
}

/** Counts the responses of contacts that match each segment now; a contact counts in all of its segments. */
export async function countResponsesBySegment(
  organizationId: string,
  segments: readonly { id: string; query: FilterQuery }[],
  period: Period,
): Promise<ScoreCount[]> {
  if (segments.length === 0) return []
  const values = periodValues(organizationId, period)
  const members = segments.map(({ id, query }) => {
    const segment = `$${values.push(id)}::uuid AS segment_id`
    return `SELECT ${segment}, a.contact_id AS id FROM contact_activity a WHERE ${filterConditionSql(query, values)}`
  })
  const text = `WITH answered AS (${ANSWERED_SQL}), member AS (${members.join(' UNION ALL ')})
    SELECT segment_id AS id, nps, csat, ces, sum(n)::int AS n FROM answered JOIN member USING (id) GROUP BY 1, 2, 3, 4`
  return queryRows<ScoreCount>({ text, values })
}

/** `value` of a custom field as text, as long as filters compare it; null where the type does not fit, and for an empty text. */
const VALUE_SQL: Record<PropertyType, string> = {
  text: "CASE WHEN jsonb_typeof(value) IN ('string', 'number') THEN nullif(left(value #>> '{}', 100), '') END",
  choice: "CASE WHEN jsonb_typeof(value) = 'string' THEN nullif(left(value #>> '{}', 100), '') END",
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
  const [row] = await queryRows<{ lines: Overview['breakdown']['lines']; counts: ScoreCount[] | null }>({
    name: `property-scores-${type}`,
    text: `WITH answered AS (${ANSWERED_SQL}),
      valued AS (
        SELECT id, value, fold_case(value) AS folded FROM (
          SELECT id, ${VALUE_SQL[type as PropertyType]} AS value
          FROM (SELECT id, custom_fields -> $6::text AS value FROM contact WHERE organization_id = $1::uuid AND custom_fields ? $6::text) c) v),
      counts AS (
        SELECT folded, min(value) AS value, nps, csat, ces, sum(n)::int AS n FROM answered LEFT JOIN valued USING (id) GROUP BY 1, 3, 4, 5),
      sums AS (
        SELECT folded, min(value) AS value, sum(n) AS responses, ${METRICS.map((metric) => `sum(n) FILTER (WHERE ${metric} IS NOT NULL) AS ${metric}`).join(', ')}
        FROM counts WHERE folded IS NOT NULL GROUP BY 1),
      top AS (${['responses', ...METRICS].map(topSql).join(' UNION ')})
      SELECT (SELECT json_build_object(${METRICS.map((metric) => `'${metric}', count(${metric})`).join(', ')}) FROM sums) AS lines,
        (SELECT json_agg(json_build_object('id', top.value, 'nps', nps, 'csat', csat, 'ces', ces, 'n', n))
          FROM counts LEFT JOIN top USING (folded) WHERE top.folded IS NOT NULL OR counts.folded IS NULL) AS counts`,
    values: [...periodValues(organizationId, period), key],
  })
  return { lines: row?.lines ?? { nps: 0, csat: 0, ces: 0 }, counts: row?.counts ?? [] }
}

const topSql = (sum: string) =>
  `(SELECT folded, value FROM sums WHERE ${sum} > 0 ORDER BY ${sum} DESC, folded LIMIT ${BREAKDOWN_MAX_PARTS})`
