import { db } from '../db'
import { UNRESOLVED_CASE } from './case-filters'

const COUNT_LIMIT = 100

export async function countUnresolvedCases(organizationId: string): Promise<number> {
  const rows = await db.response.findMany({
    where: { organizationId, status: 'completed', ...UNRESOLVED_CASE },
    select: { id: true },
    take: COUNT_LIMIT,
  })
  return rows.length
}
