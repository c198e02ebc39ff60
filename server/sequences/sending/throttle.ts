import { DAY_MS } from '../../clock'
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

export function makeThrottledReason(last: Date, { days, code }: Throttle): Reason {
  const until = new Date(last.getTime() + days * DAY_MS)
  return makeReason(code, { until: until.toISOString(), since: last.toISOString() })
}
