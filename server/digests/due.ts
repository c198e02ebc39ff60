import { now } from '../clock'
import { queryRows } from '../db'

/*
 * When a digest is due: on Mondays at eight by the organization's clock, about the seven days before. Eight hours off that clock's
 * own reading, and weeks begin when digests fall due; so no change of the clock moves one.
 */

/** The Monday of the week that is due at `at`, by the clock of `zone`. Both are SQL. */
export const weekDue = (at: string, zone: string) =>
  `(date_trunc('week', (${at}::timestamptz AT TIME ZONE ${zone}) - interval '8 hours')::date - 7)`

/** When mails about a week may leave no more: once the Tuesday after it is over. Both are SQL. */
export const sendsUntil = (week: string, zone: string) => `day_begins(${week} + 9, ${zone})`

/** The clocks that there are, each found by one step down an index. */
const ZONES = `
  WITH RECURSIVE zone AS (
    (SELECT time_zone FROM organization ORDER BY time_zone LIMIT 1)
    UNION ALL
    SELECT (SELECT o.time_zone FROM organization o WHERE o.time_zone > zone.time_zone ORDER BY o.time_zone LIMIT 1)
    FROM zone WHERE zone.time_zone IS NOT NULL)`

/**
 * Organizations whose week is over and not settled yet, those that wait longest first: one look at an index for each clock
 * that somebody has, however many organizations there are.
 */
export async function listDueDigests(limit: number, at = now()): Promise<string[]> {
  const rows = await queryRows<{ id: string }>({
    text: `${ZONES}
      SELECT o.id FROM zone CROSS JOIN LATERAL (
        SELECT id, digest_week FROM organization
        WHERE time_zone = zone.time_zone AND digest_week < ${weekDue('$1', 'known_time_zone(zone.time_zone)')}
        ORDER BY digest_week LIMIT $2::int) o
      WHERE zone.time_zone IS NOT NULL ORDER BY o.digest_week LIMIT $2::int`,
    values: [at, limit],
  })
  return rows.map(({ id }) => id)
}

/** What an organization has to be told of. Days as `2026-03-02`; `from` is the earliest Monday that is not settled. */
export type DueWeek = { from: string; week: string; zone: string; sendsUntil: Date; wasThere: boolean }

/** @returns null where everything is settled. `wasThere`: the organization was, before the week was over. */
export async function readDueWeek(organizationId: string, at: Date): Promise<DueWeek | null> {
  const [due] = await queryRows<DueWeek>({
    name: 'due-digest-week',
    text: `
      SELECT to_char(o.digest_week + 7, 'YYYY-MM-DD') AS "from", to_char(w.week, 'YYYY-MM-DD') AS week, o.time_zone AS zone,
        ${sendsUntil('w.week', 'known_time_zone(o.time_zone)')} AS "sendsUntil",
        o.created_at < day_begins(w.week + 7, known_time_zone(o.time_zone)) AS "wasThere"
      FROM organization o CROSS JOIN LATERAL (SELECT ${weekDue('$2', 'known_time_zone(o.time_zone)')} AS week) w
      WHERE o.id = $1::uuid AND o.digest_week < w.week`,
    values: [organizationId, at],
  })
  return due ?? null
}

/** The Monday of the last week that is over, by the organization's clock; it may be told at eight only. */
export async function readLastWeek(organizationId: string, at: Date): Promise<string | null> {
  const [row] = await queryRows<{ week: string }>({
    name: 'last-digest-week',
    text: `SELECT to_char(date_trunc('week', $2::timestamptz AT TIME ZONE known_time_zone(time_zone))::date - 7, 'YYYY-MM-DD') AS week
      FROM organization WHERE id = $1::uuid`,
    values: [organizationId, at],
  })
  return row?.week ?? null
}
