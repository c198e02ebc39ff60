import type { Tx } from '../db'
import { lockKey } from '../locks'
import { withSnapshot } from '../unit-of-work'
import { addRecount, countWrongTallies } from './response-stats-queries'

/* Consistency check and rebuild of the daily stats, after a time zone change or on an operator's request. */

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
  return withSnapshot(async (tx): Promise<TallyCheck> => {
    await lockKey(tx, `response_daily_stats ${organizationId}`)
    const wrong = await countWrongTallies(tx, organizationId)
    const rebuilt = rebuild === 'always' || (rebuild === 'wrong' && wrong > 0)
    if (rebuilt) await rebuildStats(tx, organizationId)
    return { organizationId, wrong, rebuilt }
  })
}

async function rebuildStats(tx: Tx, organizationId: string): Promise<void> {
  const where = { organizationId }
  await tx.responseDailyStats.deleteMany({ where })
  await tx.responseDailyStatsTimeZone.deleteMany({ where })
  await tx.responseChange.deleteMany({ where })
  await addRecount(tx, organizationId)
}
