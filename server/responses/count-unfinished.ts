import { DAY_MS, now } from '../clock'
import type { Tx } from '../db'
import { transact } from '../unit-of-work'
import { listUnfinishedResponses, lockAskedStep, type UnfinishedResponse } from './queries'
import { writeResponse } from './submit'

const COUNTS_AFTER_MS = DAY_MS
/** Older partial responses never start to count: an upgrade of the service must not send events for years of them. */
const COUNTED_WITHIN_MS = 30 * DAY_MS
/** Limit per sweep; the next one, a minute later, continues. */
const RESPONSES_AT_ONCE = 500

/**
 * Counts responses that have a score and were started 24 hours ago but not submitted. They appear in scores and lists from then on, as
 * partial ones, and trigger webhooks and alerts once. A later submission updates them without another event.
 * @returns the number of responses that started to count.
 */
export async function countUnfinished(): Promise<number> {
  const at = now().getTime()
  const due = await listUnfinishedResponses(
    new Date(at - COUNTED_WITHIN_MS),
    new Date(at - COUNTS_AFTER_MS),
    RESPONSES_AT_ONCE,
  )
  let counted = 0
  for (const response of due) if (await transact(async ({ tx }) => count(tx, response))) counted += 1
  return counted
}

/** Re-reads the response with its step locked, because it may have been changed, submitted or deleted concurrently. */
async function count(tx: Tx, { id, organizationId, stepId }: UnfinishedResponse): Promise<boolean> {
  await lockAskedStep(tx, stepId)
  const row = await tx.response.findFirst({ where: { id, organizationId, status: 'partial', rating: { not: null } } })
  if (!row) return false
  const at = now()
  const counting = { ...row, status: 'completed', createdAt: at, updatedAt: at }
  return writeResponse(counting, { isFirst: true, hasAlertRules: true })
}
