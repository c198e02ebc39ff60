import { matchesPatternsSql } from '../../contacts/contact-search-queries'
import { queryRows } from '../../db'
import { pageOffset } from '../../paging'
import { NEXT_STEPS_SQL, RESULT_STATE_SQL, STEP_SQL } from './queries'
import type { BrowseSendings } from './schema'

export type SendingFilter = Omit<BrowseSendings, 'page' | 'limit'>

/** A page of the ids of sendings that match, newest first, and how many match. @param contactPatterns LIKE patterns, all of which the contact must match */
export async function findSendingIds(
  organizationId: string,
  input: BrowseSendings,
  contactPatterns: readonly string[],
): Promise<{ ids: string[]; total: number }> {
  const values: unknown[] = [organizationId, input.sequence_id ?? null]
  const add = (value: unknown) => `$${values.push(value)}`
  const [row] = await queryRows<{ ids: string[] | null; total: number }>({
    text: `
      WITH matching AS MATERIALIZED (
        SELECT d.id, d.created_at FROM sending d WHERE ${matchSql(input, contactPatterns, add)}),
      page AS (SELECT id, created_at FROM matching ORDER BY created_at DESC, id DESC LIMIT ${add(input.limit)} OFFSET ${add(pageOffset(input))})
      SELECT (SELECT array_agg(id) FROM page) AS ids, (SELECT count(*)::int FROM matching) AS total`,
    values,
  })
  return { ids: row?.ids ?? [], total: row?.total ?? 0 }
}

/** SQL on `d` (sending): those that match. Two parameters come first: the organization and the sequence or null. */
export function matchSql(input: SendingFilter, contactPatterns: readonly string[], add: AddValue): string {
  const conditions = [
    'd.organization_id = $1::uuid AND ($2::uuid IS NULL OR d.sequence_id = $2::uuid)',
    ...matchSendingSql(input, add),
    ...matchStepSql(input, add),
    ...(contactPatterns.length > 0 ? [matchContactSql(contactPatterns, add)] : []),
  ]
  return conditions.join(' AND ')
}

/** Adds a value. @returns its parameter */
type AddValue = (value: unknown) => string

function matchSendingSql({ status, paused, contact_id: contactId, survey_id: surveyId }: SendingFilter, add: AddValue) {
  return [
    ...(paused === undefined ? [] : [`(d.paused_at IS NOT NULL AND d.ended_at IS NULL) = ${add(paused)}::boolean`]),
    ...(status === undefined ? [] : [`d.status = ${add(status)}`]),
    ...(contactId === undefined ? [] : [`d.contact_id = ${add(contactId)}::uuid`]),
    ...(surveyId === undefined ? [] : [`d.survey_id = ${add(surveyId)}::uuid`]),
  ]
}

/** One step must match all of them. */
function matchStepSql({ step_id: stepId, state, reason, branch }: SendingFilter, add: AddValue): string[] {
  if ([stepId, state, reason, branch].every((one) => one === undefined)) return []
  const step = stepId === undefined ? '' : ` AND s.step_id = ${add(stepId)}::uuid AND s.step_id <> s.sending_id`
  if (state === 'waiting')
    return reason === undefined && branch === undefined
      ? [`d.id IN (SELECT s.sending_id FROM (${NEXT_STEPS_SQL}) s WHERE true${step})`]
      : ['false']
  const conditions = [
    `s.organization_id = $1::uuid${step}`,
    ...(state === undefined ? [] : [RESULT_STATE_SQL[state]]),
    ...(branch === undefined ? [] : [`s.branch = ${add(branch)}`]),
    ...(reason === undefined
      ? []
      : [`(${RESULT_STATE_SQL.skipped} OR ${RESULT_STATE_SQL.failed})`, `s.reason->>'code' = ${add(reason)}`]),
  ]
  return [`d.id IN (SELECT s.sending_id FROM ${STEP_SQL} s WHERE ${conditions.join(' AND ')})`]
}

function matchContactSql(patterns: readonly string[], add: AddValue): string {
  const matches = matchesPatternsSql(Number(add(patterns).slice(1)))
  return `EXISTS (SELECT FROM contact c WHERE c.organization_id = d.organization_id AND c.id = d.contact_id AND ${matches})`
}
