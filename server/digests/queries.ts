import { UNRESOLVED_CASE_SQL } from '../cases/case-filters'
import { now } from '../clock'
import { db, queryRows } from '../db'
import { SCALES } from '../surveys/constants'

/*
 * A digest is due on Mondays at 8:00 in the organization's time zone, about the previous seven days. Subtracting eight hours from the
 * local time makes weeks start when digests are due, so that a clock change does not shift them.
 */

const dueWeekSql = (at: string, zone: string) =>
  `(date_trunc('week', (${at}::timestamptz AT TIME ZONE ${zone}) - interval '8 hours')::date - 7)`

const sendDeadlineSql = (week: string, zone: string) => `start_of_day(${week} + 9, ${zone})`

const DISTINCT_ZONES_SQL = `
  WITH RECURSIVE zone AS (
    (SELECT time_zone FROM organization ORDER BY time_zone LIMIT 1)
    UNION ALL
    SELECT (SELECT o.time_zone FROM organization o WHERE o.time_zone > zone.time_zone ORDER BY o.time_zone LIMIT 1)
    FROM zone WHERE zone.time_zone IS NOT NULL)`

export async function listOrganizationIdsWithDueDigest(limit: number, at = now()): Promise<string[]> {
  const rows = await queryRows<{ id: string }>({
    text: `${DISTINCT_ZONES_SQL}
      SELECT o.id FROM zone CROSS JOIN LATERAL (
        SELECT id, digest_week FROM organization
        WHERE time_zone = zone.time_zone AND digest_week < ${dueWeekSql('$1', 'valid_time_zone(zone.time_zone)')}
        ORDER BY digest_week LIMIT $2::int) o
      WHERE zone.time_zone IS NOT NULL ORDER BY o.digest_week LIMIT $2::int`,
    values: [at, limit],
  })
  return rows.map(({ id }) => id)
}

export async function isDigestDue(organizationId: string): Promise<boolean> {
  return (await loadDueDigestWeek(organizationId, now())) !== null
}

/**
 * Days as `2026-03-02`. `from` is the Monday of the earliest pending week. `existedDuringWeek`: the organization was created before the week
 * ended.
 */
export type DueDigestWeek = { from: string; week: string; zone: string; sendsUntil: Date; existedDuringWeek: boolean }

export async function loadDueDigestWeek(organizationId: string, at: Date): Promise<DueDigestWeek | null> {
  const [due] = await queryRows<DueDigestWeek>({
    name: 'due-digest-week',
    text: `
      SELECT to_char(o.digest_week + 7, 'YYYY-MM-DD') AS "from", to_char(w.week, 'YYYY-MM-DD') AS week, o.time_zone AS zone,
        ${sendDeadlineSql('w.week', 'valid_time_zone(o.time_zone)')} AS "sendsUntil",
        o.created_at < start_of_day(w.week + 7, valid_time_zone(o.time_zone)) AS "existedDuringWeek"
      FROM organization o CROSS JOIN LATERAL (SELECT ${dueWeekSql('$2', 'valid_time_zone(o.time_zone)')} AS week) w
      WHERE o.id = $1::uuid AND o.digest_week < w.week`,
    values: [organizationId, at],
  })
  return due ?? null
}

export async function loadLastCompleteWeekStart(organizationId: string, at: Date): Promise<string | null> {
  const [row] = await queryRows<{ week: string }>({
    name: 'last-digest-week',
    text: `SELECT to_char(date_trunc('week', $2::timestamptz AT TIME ZONE valid_time_zone(time_zone))::date - 7, 'YYYY-MM-DD') AS week
      FROM organization WHERE id = $1::uuid`,
    values: [organizationId, at],
  })
  return row?.week ?? null
}

/** Past answers from imports that are dated within a period. */
export function countImportedResponses(organizationId: string, from: Date, to: Date): Promise<number> {
  return db.response.count({
    where: { organizationId, status: 'completed', importId: { not: null }, createdAt: { gte: from, lt: to } },
  })
}

export function listHighlightCandidates(
  organizationId: string,
  which: 'worst' | 'best',
  { from, to, limit }: { from: Date; to: Date; limit: number },
) {
  return queryRows<{ id: string; contactId: string | null }>({
    name: `digest-${which}-answers`,
    text:
      which === 'worst' ? firstPerContactSql('true', WORST_FIRST) : firstPerContactSql(`band = 'positive'`, BEST_FIRST),
    values: [organizationId, from, to, limit],
  })
}

const WORST_FIRST = 'is_unresolved DESC, scale_position ASC NULLS LAST, created_at DESC, id DESC'
const BEST_FIRST = 'scale_position DESC NULLS LAST, created_at DESC, id DESC'

const SCALE_POSITION_SQL = Object.entries(SCALES)
  .map(([metric, { min, max }]) => `WHEN '${metric}' THEN (rating - ${min}) / ${max - min}.0`)
  .join(' ')

function firstPerContactSql(which: string, order: string): string {
  return `
    WITH with_text AS (
      SELECT r.id, r.contact_id, r.created_at, r.rating, r.band,
        coalesce(${UNRESOLVED_CASE_SQL}, false) AS is_unresolved,
        CASE WHEN s.type = 'nps' AND r.nps_score IS NOT NULL OR s.type = 'csat' AND r.csat_score IS NOT NULL
            OR s.type = 'ces' AND r.ces_score IS NOT NULL THEN s.type
          ELSE (SELECT a ->> 'type' FROM jsonb_array_elements(r.answers) WITH ORDINALITY AS answer(a, n)
            WHERE a ->> 'type' IN ('nps', 'csat', 'ces') ORDER BY n LIMIT 1) END AS metric
      FROM response r JOIN survey s ON s.organization_id = r.organization_id AND s.id = r.survey_id
      WHERE r.organization_id = $1::uuid AND r.status = 'completed' AND r.import_id IS NULL AND r.created_at >= $2::timestamptz AND r.created_at < $3::timestamptz
        AND EXISTS (SELECT FROM jsonb_array_elements(r.answers) a WHERE a ->> 'type' = 'text' AND a ->> 'value' ~ '\\S')),
    positioned AS (SELECT *, CASE metric ${SCALE_POSITION_SQL} END AS scale_position FROM with_text WHERE ${which}),
    ranked AS (SELECT *, row_number() OVER (PARTITION BY coalesce(contact_id, id) ORDER BY ${order}) AS contact_rank FROM positioned)
    SELECT id, contact_id AS "contactId" FROM ranked WHERE contact_rank = 1 ORDER BY ${order} LIMIT $4::int`
}
