import { rowsOf } from './db'

/** The lists whose whole length is kept exactly, in the transaction that changes it. `response` counts completed ones. */
export type CountedList = 'contact' | 'survey' | 'sequence' | 'response' | 'review'

/** How many items the whole list has. Never counts. */
export async function totalOf(organizationId: string, list: CountedList): Promise<number> {
  return (await totalsOf(organizationId, [list]))[0] ?? 0
}

/** As {@link totalOf}, of several lists at one moment. */
export async function totalsOf(organizationId: string, lists: readonly CountedList[]): Promise<number[]> {
  const rows = await rowsOf<{ total: string }>({
    name: 'list-lengths',
    text: 'SELECT list_length($1::uuid, list) AS total FROM unnest($2::text[]) WITH ORDINALITY l(list, position) ORDER BY position',
    values: [organizationId, [...lists]],
  })
  return rows.map(({ total }) => Number(total))
}
