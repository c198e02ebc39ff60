import { db, Prisma, type Tx } from '../db'
import { withSnapshot } from '../unit-of-work'
import { TALLY_COLUMNS } from './tally'

/* Consistency check and rebuild of the daily stats, after a time zone change or on an operator's request. */

/** @property wrong number of stats rows that differ from a recount. */
export type TallyCheck = { organizationId: string; wrong: number; rebuilt: boolean }

/**
 * Compares the stats with a recount in one snapshot.
 * @param rebuild `wrong`: only if a row differs.
 */
export async function checkTallies(
  organizationId: string,
  rebuild: 'never' | 'wrong' | 'always' = 'never',
): Promise<TallyCheck> {
  // Concurrent submissions are recorded in response_change and added after the lock is released.
  return withSnapshot(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('response_tally ' || ${organizationId}::text, 0))`
    const wrong = await countWrong(tx, organizationId)
    const rebuilt = rebuild === 'always' || (rebuild === 'wrong' && wrong > 0)
    if (rebuilt) await make(tx, organizationId)
    return { organizationId, wrong, rebuilt }
  })
}

/** Organizations whose stats were built for another time zone. */
export async function listOutdatedTallies(limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT o.id FROM ${OUTDATED} ORDER BY o.id LIMIT ${limit}`
  return rows.map(({ id }) => id)
}

export async function isTallyOutdated(organizationId: string): Promise<boolean> {
  const rows = await db.$queryRaw<object[]>`SELECT o.id FROM ${OUTDATED} WHERE o.id = ${organizationId}::uuid`
  return rows.length > 0
}

const OUTDATED = Prisma.sql`response_tally_clock k
  JOIN organization o ON o.id = k.organization_id AND o.time_zone <> k.time_zone
    AND known_time_zone(o.time_zone) <> k.time_zone`

/** Number of stats rows, pending changes included, that differ from a recount. */
async function countWrong(tx: Tx, organizationId: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ wrong: bigint }[]>`
    SELECT count(*) AS wrong FROM (
      SELECT survey_id, dimension, span, day, dimension_id FROM (
        SELECT * FROM response_tally WHERE organization_id = ${organizationId}::uuid
        UNION ALL SELECT * FROM response_tally_cells(${organizationId}::uuid, ${pending(organizationId)})
        UNION ALL SELECT * FROM response_tally_cells(${organizationId}::uuid, ${counted(organizationId, -1)})) parts
      GROUP BY 1, 2, 3, 4, 5
      HAVING ${SOME_ARE_NOT_ZERO}) apart`
  return Number(row?.wrong ?? 0)
}

const SOME_ARE_NOT_ZERO = Prisma.raw(TALLY_COLUMNS.map((column) => `sum(${column}) <> 0`).join(' OR '))

async function make(tx: Tx, organizationId: string): Promise<void> {
  await tx.$executeRaw`DELETE FROM response_tally WHERE organization_id = ${organizationId}::uuid`
  await tx.$executeRaw`DELETE FROM response_tally_clock WHERE organization_id = ${organizationId}::uuid`
  await tx.$executeRaw`DELETE FROM response_change WHERE organization_id = ${organizationId}::uuid`
  await tx.$executeRaw`SELECT add_to_response_tally(${organizationId}::uuid, ${counted(organizationId, 1)})::text`
}

/** Query text for response_tally_cells. Inlining the id is safe: it comes from the database. */
function pending(organizationId: string): string {
  return `SELECT * FROM response_change WHERE organization_id = '${organizationId}'`
}

function counted(organizationId: string, n: 1 | -1): string {
  const own = `organization_id = '${organizationId}'`
  const asked = `survey_id, location_id, employee_id, NULL, NULL, NULL, NULL, 0`
  return `SELECT created_at AS at, survey_id, location_id, employee_id, nps_score, csat_score, ces_score, band, ${n} AS n,
      0 AS delivered, 0 AS answered, 0 AS captured FROM response WHERE status = 'completed' AND ${own}
    UNION ALL SELECT delivered_at, ${asked}, ${n}, ${n} * is_answered::int, 0
    FROM asked_survey WHERE delivered_at IS NOT NULL AND ${own}
    UNION ALL SELECT captured_at, ${asked}, 0, 0, ${n} FROM asked_survey WHERE captured_at IS NOT NULL AND ${own}`
}
