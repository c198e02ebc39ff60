import { DAY_MS } from '../clock'
import { queryRows, type Tx } from '../db'

/** @returns how far the clock of a test organization is ahead; 0 for others */
export async function findClockOffsetMs(organizationId: string): Promise<number> {
  const [row] = await queryRows<{ offsetMs: number }>({
    name: 'clock-offset',
    text: 'SELECT clock_offset_ms::float8 AS "offsetMs" FROM test_organization WHERE organization_id = $1::uuid',
    values: [organizationId],
  })
  return row?.offsetMs ?? 0
}

const RECENT_DAYS = 7

/** Organizations whose clock is ahead and was moved within a week, the last ones first. */
export async function listRecentlyMovedClocks(limit: number): Promise<string[]> {
  const rows = await queryRows<{ organizationId: string }>({
    name: 'recently-moved-clocks',
    text: `SELECT organization_id AS "organizationId" FROM test_organization
      WHERE clock_moved_at > $1::timestamptz AND clock_offset_ms > 0 ORDER BY clock_moved_at DESC LIMIT $2`,
    values: [new Date(Date.now() - RECENT_DAYS * DAY_MS), limit],
  })
  return rows.map(({ organizationId }) => organizationId)
}

/** Moves a clock forward; one that is further ahead stays. */
export async function moveClock(organizationId: string, offsetMs: number, at: Date): Promise<void> {
  await queryRows({
    name: 'move-clock',
    text: `UPDATE test_organization SET clock_offset_ms = greatest(clock_offset_ms, $2::bigint), clock_moved_at = $3::timestamptz
      WHERE organization_id = $1::uuid`,
    values: [organizationId, Math.round(offsetMs), at],
  })
}

export async function lockTestOrganization(tx: Tx, organizationId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT organization_id FROM test_organization WHERE organization_id = ${organizationId}::uuid FOR UPDATE`
  return rows.length > 0
}
