import { DAY_MS, now } from '../clock'
import { db, type Tx } from '../db'
import { transact } from '../unit-of-work'
import { writeResponse } from './submit'

/** How long somebody may take until what they began counts without being submitted. */
const COUNTS_AFTER_MS = DAY_MS
/** What was begun longer ago stays as it is: a service that was updated does not announce answers of years ago. */
const COUNTED_WITHIN_MS = 30 * DAY_MS
/** Responses of one sweep: what is left then is for the next minute. */
const RESPONSES_AT_ONCE = 500

/**
 * Has responses count that have a score and were begun 24 hours ago and not submitted: they are in scores and lists from now on, as
 * partial ones, and are told to webhooks and alerts, once. Whoever submits one later changes it without a further event.
 * @returns how many.
 */
export async function countUnfinished(): Promise<number> {
  const at = now().getTime()
  const due = await db.$queryRaw<Due[]>`
    SELECT r.id, r.organization_id AS "organizationId", r.sending_step_id AS "stepId"
    FROM response r JOIN contact c ON c.organization_id = r.organization_id AND c.id = r.contact_id
    WHERE r.status = 'partial' AND r.rating IS NOT NULL AND r.sending_step_id IS NOT NULL
      AND r.created_at > ${new Date(at - COUNTED_WITHIN_MS)} AND r.created_at <= ${new Date(at - COUNTS_AFTER_MS)}
    ORDER BY r.created_at LIMIT ${RESPONSES_AT_ONCE}`
  let counted = 0
  for (const response of due) if (await transact(async ({ tx }) => count(tx, response))) counted += 1
  return counted
}

type Due = { id: string; organizationId: string; stepId: string }

/** Reads it again with its step locked: it may have been changed, submitted or deleted meanwhile. */
async function count(tx: Tx, { id, organizationId, stepId }: Due): Promise<boolean> {
  await tx.$queryRaw`SELECT lock_asked(${stepId}::uuid)::text`
  const row = await tx.response.findFirst({ where: { id, organizationId, status: 'partial', rating: { not: null } } })
  if (!row) return false
  const at = now()
  const counting = { ...row, status: 'completed', createdAt: at, updatedAt: at }
  return writeResponse(counting, { isFirst: true, hasAlertRules: true })
}
