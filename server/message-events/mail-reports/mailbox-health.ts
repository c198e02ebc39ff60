import { HOUR_MS } from '../../clock'
import { db } from '../../db'

/** The row of job_heartbeat that exists while the mailbox cannot be read. */
export const MAILBOX_FAILING_HEARTBEAT = 'bounce mailbox failing'

/** The mailbox is read each minute: without a failure for this long, it is not configured any more. */
const STALE_MS = HOUR_MS

export async function isMailboxFailing(): Promise<boolean> {
  const since = new Date(Date.now() - STALE_MS)
  return (await db.jobHeartbeat.count({ where: { job: MAILBOX_FAILING_HEARTBEAT, at: { gt: since } } })) > 0
}
