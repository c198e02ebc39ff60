import { toRealTime } from '../clock'
import { log } from '../log'
import { listRecentlyMovedClocks } from '../test-organizations/queries'
import { withOrganizationClock } from '../test-organizations/with-organization-clock'
import type { DueOrganization, Queue } from './define-queue'
import type { QueueName } from './queue-names'

const LIST_LIMIT = 1000

export async function forEachDueOrganization(
  queues: Iterable<Queue>,
  before: (queue: Queue) => Date,
  onDue: (name: QueueName, due: DueOrganization) => void,
): Promise<Record<string, number | null>> {
  const counts: Record<string, number | null> = {}
  for (const queue of queues)
    counts[queue.name] = await runIsolated(queue.name, async () => {
      const due = await queue.listDueOrganizations(LIST_LIMIT, before(queue))
      for (const entry of due) onDue(queue.name, entry)
      return due.length
    })
  await runIsolated('test organizations', () => forEachDueTestOrganization([...queues], before, onDue))
  return counts
}

const MOVED_CLOCKS_MAX = 100

/** By a clock that is ahead, work is due that is not by the real time. */
async function forEachDueTestOrganization(
  queues: readonly Queue[],
  before: (queue: Queue) => Date,
  onDue: (name: QueueName, due: DueOrganization) => void,
): Promise<void> {
  for (const organizationId of await listRecentlyMovedClocks(MOVED_CLOCKS_MAX))
    await withOrganizationClock(organizationId, async () => {
      for (const queue of queues) {
        const at = await queue.openWorker(organizationId).nextDueAt()
        if (at === null) continue
        const dueAt = toRealTime(at)
        if (dueAt <= before(queue)) onDue(queue.name, { organizationId, dueAt })
      }
    })
}

export type PeriodicTask = { name: string; everyMs?: number; run: () => Promise<unknown> }

export async function runTasksNow(tasks: readonly PeriodicTask[]): Promise<Record<string, unknown>> {
  const results: Record<string, unknown> = {}
  for (const { name, run } of tasks) results[name] = await runIsolated(name, run)
  return results
}

async function runIsolated<T>(name: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    log.error({ err: error, part: name }, 'a part of the sweep failed')
    return null
  }
}
