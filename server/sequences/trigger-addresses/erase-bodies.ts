import { DAY_MS, HOUR_MS, now } from '../../clock'
import { transact } from '../../unit-of-work'
import { TRIGGER_BODY_RETENTION_DAYS, TRIGGER_CONTENT_MAX_BYTES } from './constants'
import { type ContentLimits, eraseBodies, eraseExcessBodies, listOrganizationsWithRequests } from './queries'

const ROWS_AT_ONCE = 1000
const BUDGET_MS = 10_000
const STATEMENT_MS = 25_000

/** Erases the content of requests that are older than 30 days, oldest first, until none is left or the budget is used up. */
export async function eraseExpiredBodies(budgetMs = BUDGET_MS): Promise<number> {
  const startedAt = performance.now()
  const before = new Date(now().getTime() - TRIGGER_BODY_RETENTION_DAYS * DAY_MS)
  let erased = 0
  for (let count = ROWS_AT_ONCE; count === ROWS_AT_ONCE && performance.now() - startedAt < budgetMs; erased += count)
    count = await transact(({ tx }) => eraseBodies(tx, before, ROWS_AT_ONCE), { statementMs: STATEMENT_MS })
  return erased
}

/** Keeps the stored content of every organization that got requests within the hour below the limits. */
export async function eraseBodiesBeyondLimits(limits: ContentLimits = TRIGGER_CONTENT_MAX_BYTES): Promise<number> {
  let erased = 0
  for (const organizationId of await listOrganizationsWithRequests(new Date(now().getTime() - HOUR_MS)))
    for (let count = ROWS_AT_ONCE; count === ROWS_AT_ONCE; erased += count)
      count = await transact(({ tx }) => eraseExcessBodies(tx, organizationId, limits, ROWS_AT_ONCE), {
        statementMs: STATEMENT_MS,
      })
  return erased
}
