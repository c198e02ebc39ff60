import { DAY_MS, now } from '../clock'
import type { Tx } from '../db'
import { transact } from '../unit-of-work'
import { listUnfinishedResponses, lockSurveyStep, type UnfinishedResponse } from './queries'
import { storeCountingResponse } from './submit-response'

const COUNTS_AFTER_MS = DAY_MS
/** Older partial responses are skipped: an upgrade of the service must not send events for years of them. */
const STARTED_WITHIN_MS = 30 * DAY_MS
const BATCH_SIZE = 500

/**
 * Counts responses that have a score and were started 24 hours ago but not submitted. They appear in scores and lists from then on, as
 * partial, and trigger webhooks and alerts once. A later submission updates them without another event.
 * @returns the number of responses that started to count.
 */
export async function countUnfinishedResponses(): Promise<number> {
  const at = now().getTime()
  const due = await listUnfinishedResponses(
    new Date(at - STARTED_WITHIN_MS),
    new Date(at - COUNTS_AFTER_MS),
    BATCH_SIZE,
  )
  let counted = 0
  for (const response of due) if (await transact(async ({ tx }) => countOne(tx, response))) counted += 1
  return counted
}

async function countOne(tx: Tx, { id, organizationId, stepId }: UnfinishedResponse): Promise<boolean> {
  await lockSurveyStep(tx, stepId)
  const row = await tx.response.findFirst({ where: { id, organizationId, status: 'partial', rating: { not: null } } })
  if (!row) return false
  const at = now()
  const countedRow = { ...row, status: 'completed', createdAt: at, updatedAt: at }
  return storeCountingResponse(countedRow, { isFirst: true, hasAlertRules: true })
}
