import { db, Prisma, queryRows, type Tx } from '../db'
import { UNRESOLVED_SQL } from './list'

/** Counts unresolved and overdue cases in the organization's time zone. @param at determines the current day */
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

const COUNTED_AT_MOST = 100

export async function countUnresolved(organizationId: string): Promise<number> {
  const [row] = await queryRows<{ count: number }>({
    name: 'count-unresolved',
    text: `SELECT count(*)::int AS count FROM (SELECT FROM response r
      WHERE r.organization_id = $1::uuid AND r.status = 'completed' AND ${UNRESOLVED_SQL} LIMIT $2::int) AS counted`,
    values: [organizationId, COUNTED_AT_MOST],
  })
  return row?.count ?? 0
}
