import { now } from './clock'
import { queryRows } from './db'

/** SQL: the time zone by which an organization's responses are counted and its days are defined. @param organization its id, in SQL */
export const organizationTimeZoneSql = (
  organization: string,
) => `(SELECT valid_time_zone(coalesce(k.time_zone, o.time_zone)) FROM organization o
  LEFT JOIN response_daily_stats_time_zone k ON k.organization_id = o.id WHERE o.id = ${organization})`

export async function resolveDatabaseTimeZone(name: string): Promise<string> {
  const [row] = await queryRows<{ zone: string }>({
    name: 'known-time-zone',
    text: 'SELECT valid_time_zone($1::text) AS zone',
    values: [name],
  })
  return row?.zone ?? 'UTC'
}

export type DayStarts = { timeZone: string; today: string; starts: (Date | null)[] }

/**
 * The time zone of an organization's daily stats, and in it the current day and the first moments of days (`2026-03-01`).
 * @returns null if there is no such organization
 */
export async function readDayStarts(
  organizationId: string,
  days: readonly (string | null)[] = [],
): Promise<DayStarts | null> {
  const [row] = await queryRows<DayStarts>({
    name: 'day-starts',
    text: `SELECT clock AS "timeZone", to_char($3::timestamptz AT TIME ZONE clock, 'YYYY-MM-DD') AS today,
        ARRAY(SELECT start_of_day(day, clock) FROM unnest($2::date[]) WITH ORDINALITY d(day, place) ORDER BY place) AS starts
      FROM (SELECT ${organizationTimeZoneSql('$1::uuid')} AS clock) c WHERE clock IS NOT NULL`,
    values: [organizationId, days, now()],
  })
  return row ?? null
}
