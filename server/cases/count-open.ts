import { db } from '../db'
import { UNRESOLVED } from './list'

const COUNTED_AT_MOST = 100

export async function countUnresolved(organizationId: string): Promise<number> {
  const rows = await db.response.findMany({
    where: { organizationId, status: 'completed', ...UNRESOLVED },
    select: { id: true },
    take: COUNTED_AT_MOST,
  })
  return rows.length
}
