import { db, type Tx } from '../db'

/**
 * Cases that somebody has taken up and not resolved, and those of them whose day is over by the organization's clock.
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
    WHERE r.organization_id = ${organizationId}::uuid AND r.case_state IN ('open', 'contacted')`
  return row ?? { open: 0, overdue: 0 }
}
