import { performContactJob } from '../contact-jobs/perform-contact-job'
import { db } from '../db'
import { log } from '../log'
import { transact } from '../unit-of-work'
import { IMMEDIATE_CONTACTS_MAX } from './constants'

const BUDGET_MS = 8000

/** Performs a job at once if it is about few contacts, and leaves others, and what is not finished in time, to the queue. */
export async function runContactJobOrEnqueue(
  organizationId: string,
  { id, total }: { id: string; total: number },
): Promise<void> {
  if (total <= IMMEDIATE_CONTACTS_MAX) await performNow(organizationId, id)
  const isUnfinished = await db.contactJob.count({ where: { organizationId, id, dueAt: { not: null } } })
  if (isUnfinished > 0) await transact(async ({ signal }) => signal({ queue: 'contacts/jobs', organizationId }))
}

async function performNow(organizationId: string, id: string): Promise<void> {
  try {
    await performContactJob(organizationId, id, Date.now() + BUDGET_MS)
  } catch (error) {
    // The failure is recorded with the job, which the queue tries again.
    log.error({ err: error, organizationId, job: id }, 'a bulk action was not finished with its request')
  }
}
