import { DAY_MS, now } from '../../clock'
import { FEWER_SURVEYS_DAYS } from '../../contacts/preferences/constants'
import type { SuppressionReason } from '../../contacts/queries'
import { makeReason } from '../../messaging/outcome/reasons'
import type { Reason } from '../../messaging/outcome/schema'

/** At most one survey in that many days; `code` says who set it: the organization, the contact, or the survey for itself. */
export type Throttle = { days: number; code: 'throttled' | 'fewerSurveys' | 'coolDown' }

/** The throttle of the organization, or that of a person who asked for fewer surveys: the longer one. */
export function chooseThrottle(
  organizationDays: number | null,
  suppressions: ReadonlySet<SuppressionReason> = new Set(),
): Throttle | null {
  if (suppressions.has('fewer_surveys') && (organizationDays ?? 0) <= FEWER_SURVEYS_DAYS)
    return { days: FEWER_SURVEYS_DAYS, code: 'fewerSurveys' }
  return organizationDays === null ? null : { days: organizationDays, code: 'throttled' }
}

/** The frequency rules of one contact and survey: the throttle, and the days of the survey's own cool-down. */
export type FrequencyRules = { throttle: Throttle | null; survey: { id: string; cooldownDays: number | null } | null }

/** Why a survey comes too soon after another one, or after the same one. @param times when the contact was asked, by survey */
export function findTooSoonReason(
  times: readonly (readonly [surveyId: string, at: Date])[],
  { throttle, survey }: FrequencyRules,
): Reason | null {
  const last = throttle && findLatestWithin(throttle.days, times)
  if (last) return makeThrottledReason(last, throttle)
  if (!survey?.cooldownDays) return null
  const days = survey.cooldownDays
  const lastOfSurvey = findLatestWithin(
    days,
    times.filter(([surveyId]) => surveyId === survey.id),
  )
  return lastOfSurvey && makeThrottledReason(lastOfSurvey, { days, code: 'coolDown' })
}

function findLatestWithin(days: number, times: readonly (readonly [surveyId: string, at: Date])[]): Date | null {
  const last = Math.max(0, ...times.map(([, at]) => at.getTime()))
  return last > now().getTime() - days * DAY_MS ? new Date(last) : null
}

function makeThrottledReason(last: Date, { days, code }: Throttle): Reason {
  const until = new Date(last.getTime() + days * DAY_MS)
  return makeReason(code, { until: until.toISOString(), since: last.toISOString() })
}
