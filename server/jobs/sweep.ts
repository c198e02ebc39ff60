import { log } from '../log'
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
  return counts
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
