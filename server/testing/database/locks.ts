import { AsyncLocalStorage } from 'node:async_hooks'
import { expect } from 'vitest'
import { db, type Tx } from '../../db'
import { transact } from '../../unit-of-work'

/** Waits until `waiters` statements like this one wait for a lock, before a race test releases it. */
export async function waitForLockWaiters(statement: string, waiters = 1): Promise<void> {
  const waiting = async () => {
    const [row] = await db.$queryRaw<{ n: number }[]>`
      SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE ${statement}`
    return row?.n
  }
  await expect.poll(waiting, { timeout: 15_000 }).toBeGreaterThanOrEqual(waiters)
}

/** Leaves the transaction of the caller, if there is one. */
const outside = AsyncLocalStorage.snapshot()

/** Opens a transaction that the test must end. Nothing else is part of it: query it through its `tx`. */
export function openTransaction(): Promise<{ tx: Tx; commit: () => Promise<void>; rollback: () => Promise<void> }> {
  return new Promise((opened, failed) => {
    const transaction = outside(() =>
      transact(
        ({ tx }) =>
          new Promise<void>((commit, rollback) => {
            const end = (how: () => void) => {
              how()
              return transaction
            }
            opened({
              tx,
              commit: () => end(commit),
              rollback: () => end(() => rollback(new Error('rolled back'))).catch(() => undefined),
            })
          }),
      ),
    )
    transaction.catch(failed)
  })
}

/** Runs `work` while a separate transaction is open, which nothing started by `work` is part of; then commits it. */
export async function withOpenTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
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
