import { db, Prisma, queryRows, type Tx } from '../db'
import { UNRESOLVED_SQL } from './list'

/**
 * Unresolved cases, and those of them that are overdue by the organization's clock.
 * @param at the moment that says which day it is.
 */
export async function countOpenCases(
  organizationId: string,
  at: Date,
  tx: Pick<Tx, '$queryRaw'> = db,
): Promise<{ open: number; overdue: number }> {
  const [row] = await tx.$queryRaw<{ open: number; overdue: number }[]>`
    SELECT count(*)::int AS open,
      count(*) FILTER (WHERE r.due_on < (${at}::timestamptz AT TIME ZONE known_time_zone(o.time_zone))::date)::int AS overdue
    FROM response r JOIN organization o ON o.id = r.organization_id
    WHERE r.organization_id = ${organizationId}::uuid AND r.status = 'completed' AND ${Prisma.raw(UNRESOLVED_SQL)}`
  return row ?? { open: 0, overdue: 0 }
}

/** Every page shows the count beside a place of the rail, so it is not counted further. */
const COUNTED_AT_MOST = 100

/** Unresolved cases, or 100 where there are more. */
export async function countUnresolved(organizationId: string): Promise<number> {
  const [row] = await queryRows<{ count: number }>({
    name: 'count-unresolved',
    text: `SELECT count(*)::int AS count FROM (SELECT FROM response r
      WHERE r.organization_id = $1::uuid AND r.status = 'completed' AND ${UNRESOLVED_SQL} LIMIT $2::int) AS counted`,
    values: [organizationId, COUNTED_AT_MOST],
  })
  return row?.count ?? 0
}
