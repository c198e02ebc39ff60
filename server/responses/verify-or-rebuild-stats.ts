import { acquireAdvisoryLock } from '../locks'
import { withSnapshot } from '../unit-of-work'
import { countWrongStats, insertRecountedStats } from './response-stats-queries'

/* Consistency check and rebuild of the daily stats, after a time zone change or on an operator's request. */

/**
 * Compares the stats with a recount in one snapshot.
 * @param rebuild `wrong`: only if a row differs.
 */
export async function verifyOrRebuildStats(
  organizationId: string,
  rebuild: 'never' | 'wrong' | 'always' = 'never',
): Promise<{ organizationId: string; wrong: number; rebuilt: boolean }> {
  // Concurrent submissions are recorded in response_change and added after the lock is released.
  return withSnapshot(async (tx) => {
    await acquireAdvisoryLock(tx, `response_daily_stats ${organizationId}`)
    const wrong = await countWrongStats(tx, organizationId)
    const rebuilt = rebuild === 'always' || (rebuild === 'wrong' && wrong > 0)
    if (rebuilt) {
      const where = { organizationId }
      await tx.responseDailyStats.deleteMany({ where })
      await tx.answerDailyStats.deleteMany({ where })
      await tx.responseDailyStatsTimeZone.deleteMany({ where })
      await tx.responseChange.deleteMany({ where })
      await insertRecountedStats(tx, organizationId)
    }
    return { organizationId, wrong, rebuilt }
  })
}
