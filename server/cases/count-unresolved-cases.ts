import { db } from '../db'
import { UNRESOLVED } from './case-filters'

const COUNT_LIMIT = 100

export async function countUnresolved(organizationId: string): Promise<number> {
  const rows = await db.response.findMany({
    where: { organizationId, status: 'completed', ...UNRESOLVED },
    select: { id: true },
    take: COUNT_LIMIT,
  })
  return rows.length
}
