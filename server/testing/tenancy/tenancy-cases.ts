import { ACCOUNT_AND_SETTINGS_CASES } from './cases/account-and-settings-cases'
import { BULK_ACTION_CASES } from './cases/bulk-action-cases'
import { CONTACT_LOCATION_EMPLOYEE_CASES } from './cases/contact-location-employee-cases'
import { RESPONSE_AND_ALERT_CASES } from './cases/response-and-alert-cases'
import { REVIEW_CASES } from './cases/review-cases'
import { SURVEY_AND_SEQUENCE_CASES } from './cases/survey-and-sequence-cases'
import type { CasesByProcedure, TenancyCase } from './cases/tenancy-case'
import { TRIGGER_CASES } from './cases/trigger-cases'
import { WEBHOOK_CASES } from './cases/webhook-cases'

/** Covers every procedure of the router: a new one needs a case. */
export const TENANCY_CASES: CasesByProcedure = {
  ...ACCOUNT_AND_SETTINGS_CASES,
  ...BULK_ACTION_CASES,
  ...CONTACT_LOCATION_EMPLOYEE_CASES,
  ...SURVEY_AND_SEQUENCE_CASES,
  ...RESPONSE_AND_ALERT_CASES,
  ...REVIEW_CASES,
  ...TRIGGER_CASES,
  ...WEBHOOK_CASES,
}

/** The cases of a procedure, and each list also without filters: a filter by our own row would hide a leak of other rows. */
export function listTenancyCasesOfProcedure(name: string): readonly TenancyCase[] {
  const registered = TENANCY_CASES[name]
  if (registered === undefined) throw new Error(`${name} has no case`)
  const cases = Array.isArray(registered) ? (registered as readonly TenancyCase[]) : [registered as TenancyCase]
  return cases.flatMap((one) => [one, ...withoutFilters(one)])
}

function withoutFilters({ input, references = {} }: TenancyCase): TenancyCase[] {
  const filters = Object.keys(references).filter((path) => references[path] === 'empty' && !path.includes('*'))
  if (!input || filters.length === 0) return []
  return [
    { input: (own) => Object.fromEntries(Object.entries(input(own)).filter(([field]) => !filters.includes(field))) },
  ]
}
