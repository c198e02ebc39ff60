import { resolveSegmentAndProperty } from '../contacts/filters/resolve-filter'
import { resolvePeriod } from '../overview/period'
import { type ResponseFilter, resolveMasterDataFilters } from '../responses/response-filter'
import type { DayRange } from '../responses/response-stats'
import { resolveFilterDates } from '../time-zones'
import { findFirstResponseDay } from './answer-count-queries'
import type { SurveyResultsQuery } from './schema'

/**
 * Which responses count. `period`: null before the first response. `days`: null for all time. `isPeriodOnly`: the daily stats can answer.
 */
export type ResultsScope = {
  surveyId: string
  period: DayRange | null
  days: DayRange | null
  filter: ResponseFilter
  isPeriodOnly: boolean
}

/** Resolves merged locations, employees and companies, segments, and days in the organization's time zone. */
export async function resolveResultsScope(organizationId: string, query: SurveyResultsQuery): Promise<ResultsScope> {
  const {
    id,
    location_id,
    employee_id,
    contact_organization_id,
    channel,
    language,
    segment_id,
    property,
    survey_version,
    field,
  } = query
  const [{ period, days }, subjects, contacts] = await Promise.all([
    resolveDays(organizationId, query),
    resolveMasterDataFilters(organizationId, { location_id, employee_id, contact_organization_id }),
    resolveSegmentAndProperty(organizationId, { segment_id, property }),
  ])
  const others = {
    ...subjects,
    ...(channel ? { channel } : {}),
    ...(language ? { language } : {}),
    ...(survey_version ? { survey_version } : {}),
    ...(field ? { field } : {}),
    ...(contacts ? { contacts } : {}),
  }
  const dates = days ? await resolveFilterDates(organizationId, { start_date: days.from, end_date: days.to }) : {}
  return {
    surveyId: id,
    period,
    days,
    filter: { survey_id: id, ...others, ...dates },
    isPeriodOnly: Object.keys(others).length === 0,
  }
}

async function resolveDays(
  organizationId: string,
  { id, days, from, to }: SurveyResultsQuery,
): Promise<Pick<ResultsScope, 'period' | 'days'>> {
  if (days !== undefined || from !== undefined) {
    const range = from === undefined || to === undefined ? {} : { from, to }
    const { current } = await resolvePeriod(organizationId, { days: days ?? 90, ...range })
    return { period: current, days: current }
  }
  const { current } = await resolvePeriod(organizationId, { days: 7 })
  const first = await findFirstResponseDay(organizationId, id)
  return {
    period: first === null ? null : { from: first < current.to ? first : current.to, to: current.to },
    days: null,
  }
}
