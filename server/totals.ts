import { queryRows } from './db'

/** Lists with an exact total, maintained in the transaction of each change. `response` counts completed ones. */
export type CountedList =
  | 'contact'
  | 'survey'
  | 'sequence'
  | 'response'
  | 'review'
  | 'location'
  | 'employee'
  | 'contact_organization'

export async function readTotal(organizationId: string, list: CountedList): Promise<number> {
  return (await readTotals(organizationId, [list]))[0] ?? 0
}

/** As {@link readTotal}, for several lists in one snapshot. */
export async function readTotals(organizationId: string, lists: readonly CountedList[]): Promise<number[]> {
  const rows = await queryRows<{ total: string }>({
    name: 'list-lengths',
    text: 'SELECT list_length($1::uuid, list) AS total FROM unnest($2::text[]) WITH ORDINALITY l(list, position) ORDER BY position',
    values: [organizationId, [...lists]],
  })
  return rows.map(({ total }) => Number(total))
}
