import { DAY_MS, now } from '../../clock'
import { transact } from '../../unit-of-work'
import { TRIGGER_BODY_RETENTION_DAYS } from './constants'
import { eraseBodies } from './queries'

const ROWS_AT_ONCE = 1000
const BUDGET_MS = 10_000
const STATEMENT_MS = 25_000

/** Erases the bodies of requests that are older than 30 days, oldest first, until none is left or the budget is used up. */
export async function eraseExpiredBodies(budgetMs = BUDGET_MS): Promise<number> {
  const startedAt = performance.now()
  const before = new Date(now().getTime() - TRIGGER_BODY_RETENTION_DAYS * DAY_MS)
  let erased = 0
  for (let count = ROWS_AT_ONCE; count === ROWS_AT_ONCE && performance.now() - startedAt < budgetMs; erased += count)
    count = await transact(({ tx }) => eraseBodies(tx, before, ROWS_AT_ONCE), { statementMs: STATEMENT_MS })
  return erased
}
