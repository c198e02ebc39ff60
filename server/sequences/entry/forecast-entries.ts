import { now } from '../../clock'
import { countFilteredContacts } from '../../contacts/filters/filter-queries'
import { resolveFilterQuery } from '../../contacts/filters/resolve-filter'
import { db, queryRows } from '../../db'
import { NotFound } from '../../errors'
import { readListTotal } from '../../list-totals'
import { getOrganizationTimeZone } from '../../time-zones'
import { toEntryCause } from './cause-columns'
import { type DayCause, listNextDays, slotOfDay, toDayCondition } from './entry-days'
import { countByDayValueStatement } from './queries'
import { resolveDayQuery } from './scan-entry-rule'
import type { EntryForecast } from './schema'

const FORECAST_DAYS = 14

/**
 * How many people a rule is about, and how many of them it makes candidates on each of the next days, as of now.
 * @throws {NotFound}
 */
export async function forecastEntries(organizationId: string, ruleId: string): Promise<EntryForecast> {
  const rule = await db.entryRule.findFirst({ where: { id: ruleId, organizationId } })
  if (!rule) throw new NotFound('entryRule')
  const { segmentId } = rule
  const cause = toEntryCause(rule)
  const contacts =
    segmentId === null
      ? await readListTotal(organizationId, 'contact')
      : await countFilteredContacts(organizationId, await resolveFilterQuery(organizationId, { segment_id: segmentId }))
  if (cause.type !== 'recurring' && cause.type !== 'date_reached') return { contacts, days: [] }
  const days = await countDays(organizationId, segmentId, cause)
  return { contacts, days: days.map((one) => ({ ...one, contacts: Math.round(one.contacts / rule.sampleOneIn) })) }
}

async function countDays(
  organizationId: string,
  segmentId: string | null,
  cause: DayCause,
): Promise<EntryForecast['days']> {
  const days = listNextDays(now(), await getOrganizationTimeZone(organizationId), FORECAST_DAYS)
  const values = days.map((day) => listDayValues(cause, day))
  const by = cause.type === 'recurring' ? { everyDays: cause.everyDays } : { ...cause, dates: values.flat() }
  const query = await resolveDayQuery(organizationId, segmentId, cause)
  const rows = await queryRows<{ value: string; contacts: number }>(countByDayValueStatement(organizationId, query, by))
  const counts = new Map(rows.map((row) => [row.value, row.contacts]))
  return days.map((day, index) => ({
    day,
    contacts: (values[index] ?? []).reduce((sum, value) => sum + (counts.get(value) ?? 0), 0),
  }))
}

function listDayValues(cause: DayCause, day: string): readonly string[] {
  const condition = toDayCondition(cause, day)
  return 'slot' in condition ? [`${slotOfDay(day, condition.everyDays)}`] : condition.dates
}
