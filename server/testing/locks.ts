import { expect } from 'vitest'
import { db } from '../db'

/** Waits until a statement like this one waits for a lock: what a race test needs before it lets go. */
export async function untilLockAwaited(statement: string): Promise<void> {
  const waiting = async () => {
    const [row] = await db.$queryRaw<{ n: number }[]>`
      SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE ${statement}`
    return row?.n
  }
  await expect.poll(waiting, { timeout: 15_000 }).toBeGreaterThanOrEqual(1)
}
