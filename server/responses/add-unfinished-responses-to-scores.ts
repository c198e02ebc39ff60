import { DAY_MS, now } from '../clock'
import { transact } from '../unit-of-work'
import { listUnfinishedResponsesWithScore, lockSurveyLinkRows } from './queries'
import { storeResponseWithEvents } from './submit-response'

/** Older partial responses are skipped: an upgrade of the service must not send events for years of them. */
const STARTED_WITHIN_MS = 30 * DAY_MS
const BATCH_SIZE = 500

/**
 * Counts responses that have a score and were started 24 hours ago but not submitted. They appear in scores and lists from then on, as
 * partial, and trigger webhooks and alerts once. A later submission updates them without another event.
 * @returns the number of responses that started to count.
 */
export async function addUnfinishedResponsesToScores(): Promise<number> {
  const at = now().getTime()
  const due = await listUnfinishedResponsesWithScore(
    new Date(at - STARTED_WITHIN_MS),
    new Date(at - DAY_MS),
    BATCH_SIZE,
  )
  let counted = 0
  for (const { id, organizationId, stepId } of due) {
    const isCounted = await transact(async ({ tx }) => {
      await lockSurveyLinkRows(tx, stepId)
      const where = { id, organizationId, status: 'partial', rating: { not: null } }
      const row = await tx.response.findFirst({ where })
      if (!row) return false
      const countsSince = now()
      const countedRow = { ...row, status: 'completed', createdAt: countsSince, updatedAt: countsSince }
      return storeResponseWithEvents(countedRow, { isFirst: true, hasAlertRules: true })
    })
    if (isCounted) counted += 1
  }
  return counted
}
