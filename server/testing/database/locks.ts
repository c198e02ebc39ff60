import { expect } from 'vitest'
import { db, openTransaction, type Tx } from '../../db'

/** Waits until `waiters` statements like this one wait for a lock, before a race test releases it. */
export async function untilLockAwaited(statement: string, waiters = 1): Promise<void> {
  const waiting = async () => {
    const [row] = await db.$queryRaw<{ n: number }[]>`
      SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE ${statement}`
    return row?.n
  }
  await expect.poll(waiting, { timeout: 15_000 }).toBeGreaterThanOrEqual(waiters)
}

/** Runs `work` while a separate transaction is open, which nothing started by `work` is part of; then commits it. */
export async function holding<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const { tx, commit, rollback } = await openTransaction()
  try {
    const result = await work(tx)
    await commit()
    return result
  } catch (error) {
    await rollback()
    throw error
  }
}
