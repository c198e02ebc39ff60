import { db } from './db'

/** The lists whose whole length is kept exactly, in the transaction that changes it. `response` counts completed ones. */
export type CountedList = 'contact' | 'survey' | 'sequence' | 'response' | 'review'

/** How many items the whole list has. Never counts. */
export async function totalOf(organizationId: string, list: CountedList): Promise<number> {
  const row = await db.listTotal.findUnique({ where: { organizationId_list: { organizationId, list } } })
  return Number(row?.total ?? 0)
}
