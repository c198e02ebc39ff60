import { log } from '../log'
import type { QueueName } from './events'
import type { DueOrganization, Queue } from './queue'

const LIST_LIMIT = 1000

/**
 * Lists the due work of each queue. A queue whose query fails is logged and does not affect the others.
 * @param before of each queue: work due before this time
 * @returns how many organizations each queue has; null if its query failed
 */
export async function listDueWork(
  queues: Iterable<Queue>,
  before: (queue: Queue) => Date,
  found: (name: QueueName, due: DueOrganization) => void,
): Promise<Record<string, number | null>> {
  const counts: Record<string, number | null> = {}
  for (const queue of queues)
    counts[queue.name] = await isolate(queue.name, async () => {
      const due = await queue.listDue(LIST_LIMIT, before(queue))
      for (const one of due) found(queue.name, one)
      return due.length
    })
  return counts
}

/** Work that belongs to no queue. @property everyMs default: with every sweep */
export type Task = { name: string; everyMs?: number; run: () => Promise<unknown> }

/** Runs tasks one after another; a failing one is logged and does not affect the others. */
export async function runTasks(tasks: readonly Task[]): Promise<Record<string, unknown>> {
  const results: Record<string, unknown> = {}
  for (const { name, run } of tasks) results[name] = await isolate(name, run)
  return results
}

/** @returns null if the work failed, which is logged */
async function isolate<T>(name: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    log.error({ err: error, part: name }, 'a part of the sweep failed')
    return null
  }
}
