import { type AssigneeCondition, UNRESOLVED_CASE_SQL } from '../cases/case-filters'
import { toInterval } from '../fields/schema'
import type { ResponseFilter } from './response-filter'

/*
 * SQL equivalent of responseWhere, for search and single-statement queries that Prisma cannot express. response-list.test.ts checks
 * that both select the same rows.
 */

export class SqlValues {
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
}

export function responseFilterSql(organizationId: string, filter: ResponseFilter, values: SqlValues): string {
  const { from, before } = toInterval(filter.start_date, filter.end_date)
  const score = filter.metric === undefined ? 'r.rating' : `r.${filter.metric}_score`
  const whenSet = (value: unknown, condition: (value: never) => string) =>
    value === undefined ? [] : [condition(value as never)]
  const equals = (column: string, value: string | undefined, type = 'text') =>
    whenSet(value, (defined) => `r.${column} = ${values.add(defined, type)}`)
  return [
    equals('organization_id', organizationId, 'uuid'),
    STATUS_SQL[filter.status ?? 'counting'],
    equals('survey_id', filter.survey_id, 'uuid'),
    equals('contact_id', filter.contact_id, 'uuid'),
    whenSet(filter.location_id, (ids) => `r.location_id = ANY (${values.add(ids, 'uuid[]')})`),
    whenSet(filter.employee_id, (ids) => `r.employee_id = ANY (${values.add(ids, 'uuid[]')})`),
    equals('band', filter.band),
    whenSet(filter.metric, () => `${score} IS NOT NULL`),
    whenSet(filter.rating_min, (least) => `${score} >= ${values.add(least, 'int')}`),
    whenSet(filter.rating_max, (most) => `${score} <= ${values.add(most, 'int')}`),
    whenSet(from, (at: Date) => `r.created_at >= ${values.add(at, 'timestamptz')}`),
    whenSet(before, (at: Date) => `r.created_at < ${values.add(at, 'timestamptz')}`),
    whenSet(filter.since, (at: Date) => `r.created_at > ${values.add(at, 'timestamptz')}`),
    whenSet(filter.except, (ids) => `r.id <> ALL (${values.add(ids, 'uuid[]')})`),
    filter.case === 'unresolved' ? [UNRESOLVED_CASE_SQL] : equals('case_state', filter.case),
    whenSet(filter.assignee, (assignee) => assigneeSql(assignee, values)),
    whenSet(
      filter.tag_id,
      (
        tagIds,
      ) => `EXISTS (SELECT FROM response_tagging t WHERE t.organization_id = r.organization_id AND t.response_id = r.id
        AND t.tag_id = ANY (${values.add(tagIds, 'uuid[]')}))`,
    ),
  ]
    .flat()
    .join(' AND ')
}

function assigneeSql(assignee: AssigneeCondition, values: SqlValues): string {
  if (assignee === 'somebody') return 'r.assignee_id IS NOT NULL'
  if (assignee === 'nobody') return 'r.case_state IS NOT NULL AND r.assignee_id IS NULL'
  return `r.assignee_id = ${values.add(assignee.id, 'uuid')}`
}
