import { queueSystemEmails } from '../system-emails/queue-emails'
import { transact } from '../unit-of-work'
import { markDueCasesReminded } from './queries'

const ASSIGNEES_PER_RUN = 500

/**
 * Queues one reminder per assignee of due, unresolved cases. Marks the due dates as reminded in the same transaction, so that concurrent
 * sweeps remind once. @returns the number of recipients
 */
export async function queueDueCaseReminders(): Promise<number> {
  return transact(async (work) => {
    const rows = await markDueCasesReminded(work.tx, ASSIGNEES_PER_RUN)
    const firstByAssignee = new Map(rows.map((row) => [`${row.organizationId} ${row.userId}`, row]))
    await queueSystemEmails(
      work,
      [...firstByAssignee.values()].map(({ id, ...recipient }) => ({ kind: 'caseDue', ...recipient, subjectId: id })),
    )
    return firstByAssignee.size
  })
}
