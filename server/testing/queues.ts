import type { Queue } from '../jobs/define-queue'
import { QueueRun } from '../jobs/queue-run'

/** Runs a queue for an organization with the service's loop, like a separate process: also concurrently with another run. */
export async function runQueue(queue: Queue, organizationId: string): Promise<void> {
  await new QueueRun(queue, organizationId, queue.limits.budgetMs, () => undefined).ended
}

/** Whether the sweep would find work of an organization that is overdue by `overdueMs`. */
export async function isOrganizationDueForSweep(
  queue: Queue,
  organizationId: string,
  overdueMs = queue.limits.overdueMs,
): Promise<boolean> {
  const due = await queue.listDueOrganizations(100_000, new Date(Date.now() - overdueMs))
  return due.some((item) => item.organizationId === organizationId)
}
