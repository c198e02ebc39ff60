import { type ResolvedAssigneeFilter, UNRESOLVED_CASE_SQL } from '../cases/case-filters'
import { filterConditionSql } from '../contacts/filters/filter-queries'
import { parseFieldCondition } from '../surveys/fields/constants'
import { toInterval } from '../validation/schema'
import { listStoredAnswerPatterns, parseAnswerKey } from './constants'
import type { ResponseFilter } from './response-filter'

/*
 * SQL equivalent of responseWhere, for search and single-statement queries that Prisma cannot express. response-list.test.ts checks
 * that both select the same rows.
 */

export class SqlParameterList {
  readonly all: unknown[] = []

  add(value: unknown, type: string): string {
    this.all.push(value)
    return `$${this.all.length}::${type}`
  }
}

const STATUS_SQL = {
  counting: "r.status = 'completed'",
  completed: "r.status = 'completed' AND r.submitted_at IS NOT NULL",
  partial: 'r.submitted_at IS NULL',
  flagged: "r.status = 'flagged'",
}

/** @param values of the statement, whose first is the organization: empty, or with it. */
export function responseFilterSql(organizationId: string, filter: ResponseFilter, values: SqlParameterList): string {
  const { from, before } = toInterval(filter.start_date, filter.end_date)
  const score = filter.metric === undefined ? 'r.rating' : `r.${filter.metric}_score`
  const whenSet = (value: unknown, type: string, condition: (placeholder: string) => string) =>
    value === undefined ? [] : [condition(values.add(value, type))]
  return [
    `r.organization_id = ${values.add(organizationId, 'uuid')}`,
    STATUS_SQL[filter.status ?? 'counting'],
    whenSet(filter.survey_id, 'uuid', (id) => `r.survey_id = ${id}`),
    whenSet(filter.contact_id, 'uuid', (id) => `r.contact_id = ${id}`),
    whenSet(filter.location_id, 'uuid[]', (ids) => `r.location_id = ANY (${ids})`),
    whenSet(filter.employee_id, 'uuid[]', (ids) => `r.employee_id = ANY (${ids})`),
    whenSet(filter.contact_organization_id, 'uuid[]', (ids) => `r.contact_organization_id = ANY (${ids})`),
    whenSet(filter.language, 'text', (language) => `r.language = ${language}`),
    whenSet(filter.survey_version, 'int', (version) => `r.survey_version = ${version}`),
    filter.field === undefined ? [] : fieldSql(filter.field, values),
    filter.answer === undefined ? [] : answerSql(filter.answer, values),
    filter.contacts === undefined
      ? []
      : `r.contact_id IN (SELECT a.contact_id FROM contact_activity a WHERE ${filterConditionSql(filter.contacts, values.all)})`,
    whenSet(filter.band, 'text', (band) => `r.band = ${band}`),
    whenSet(filter.survey_link_id, 'uuid', (id) => `r.survey_link_id = ${id}`),
    whenSet(filter.channel, 'text', (channel) => `r.channel = ${channel}`),
    filter.metric === undefined ? [] : `${score} IS NOT NULL`,
    whenSet(filter.rating_min, 'int', (least) => `${score} >= ${least}`),
    whenSet(filter.rating_max, 'int', (most) => `${score} <= ${most}`),
    whenSet(from, 'timestamptz', (at) => `r.created_at >= ${at}`),
    whenSet(before, 'timestamptz', (at) => `r.created_at < ${at}`),
    whenSet(filter.since, 'timestamptz', (at) => `r.created_at > ${at} AND r.import_id IS NULL`),
    whenSet(filter.except, 'uuid[]', (ids) => `r.id <> ALL (${ids})`),
    filter.case === 'unresolved'
      ? UNRESOLVED_CASE_SQL
      : whenSet(filter.case, 'text', (state) => `r.case_state = ${state}`),
    filter.assignee === undefined ? [] : assigneeSql(filter.assignee, values),
    whenSet(
      filter.tag_id,
      'uuid[]',
      (ids) => `EXISTS (SELECT FROM response_tagging t WHERE ${TAGGING_SQL} = ANY (${ids}))`,
    ),
  ]
    .flat()
    .join(' AND ')
}

function fieldSql(text: string, values: SqlParameterList): string {
  const { key, value } = parseFieldCondition(text) ?? { key: '', value: '' }
  return `r.fields ->> ${values.add(key, 'text')} = ${values.add(value, 'text')}`
}

function answerSql(key: string, values: SqlParameterList): string {
  const answer = parseAnswerKey(key)
  const patterns = answer ? listStoredAnswerPatterns(answer) : []
  return `r.answers @> ANY (${values.add(
    patterns.map((pattern) => JSON.stringify(pattern)),
    'jsonb[]',
  )})`
}

const TAGGING_SQL = 't.organization_id = r.organization_id AND t.response_id = r.id AND t.tag_id'

function assigneeSql(assignee: ResolvedAssigneeFilter, values: SqlParameterList): string {
  if (assignee === 'somebody') return 'r.assignee_id IS NOT NULL'
  if (assignee === 'nobody') return 'r.case_state IS NOT NULL AND r.assignee_id IS NULL'
  return `r.assignee_id = ${values.add(assignee.id, 'uuid')}`
}
