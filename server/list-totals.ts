import { queryRows } from './db'

/*
 * Totals of lists (docs/decisions/0002-totals.md). Triggers maintain them: list_total_add, list_total_remove, record_total_change,
 * record_total_remove, survey_total_add and survey_total change list_total at once; contact_totals_add, contact_totals_change,
 * contact_totals_remove, response_total_add, response_total, response_total_remove, review_total_add, review_total_remove, sending_total_add
 * and sending_total_remove insert into list_change, which compact_after_list_change (compact_list_changes) compacts.
 */

/** Lists with an exact total, maintained in the transaction of each change. `response` counts completed ones. */
export type CountedListName =
  | 'contact'
  | 'survey'
  | 'sequence'
  | 'sending'
  | 'response'
  | 'review'
  | 'location'
  | 'employee'
  | 'contact_organization'

export async function readListTotal(organizationId: string, list: CountedListName): Promise<number> {
  return (await readListTotals(organizationId, [list]))[0] ?? 0
}

export async function readListTotals(organizationId: string, lists: readonly CountedListName[]): Promise<number[]> {
  const rows = await queryRows<{ total: string }>({
    name: 'list-lengths',
    text: 'SELECT list_length($1::uuid, list) AS total FROM unnest($2::text[]) WITH ORDINALITY l(list, position) ORDER BY position',
    values: [organizationId, [...lists]],
  })
  return rows.map(({ total }) => Number(total))
}
