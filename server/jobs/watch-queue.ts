import { log } from '../log'
import type { WorkQueue } from './work-queue'

/*
 * A run with a hanging item continues, and no second run starts; so it polls for newly due items itself. One query covers all runs of this
 * process with free capacity.
 */

const LOOK_MS = 200

export type QueueWatch = {
  isOn: boolean
  end: () => void
}

type Watched = QueueWatch & { job: WorkQueue; organizationId: string; onDue: () => void }

const watched = new Set<Watched>()
let timer: NodeJS.Timeout | undefined
let isLooking = false

/** Calls `onDue` repeatedly while the organization has due items and the watch is on. */
export function watchQueue(job: WorkQueue, organizationId: string, onDue: () => void): QueueWatch {
  const watch: Watched = {
    job,
    organizationId,
    onDue,
    isOn: false,
    end: () => {
      watched.delete(watch)
      if (watched.size > 0) return
      clearInterval(timer)
      timer = undefined
    },
  }
  watched.add(watch)
  timer ??= setInterval(() => void look(), LOOK_MS)
  return watch
}

async function look(): Promise<void> {
  if (isLooking) return
  isLooking = true
  try {
    const on = [...watched].filter(({ isOn }) => isOn)
    for (const job of new Set(on.map((watch) => watch.job))) {
      const asking = on.filter((watch) => watch.job === job)
      const due = new Set(await job.organizationsWithWork(asking.map(({ organizationId }) => organizationId)))
      for (const watch of asking) if (watch.isOn && due.has(watch.organizationId)) watch.onDue()
    }
  } catch (error) {
    log.debug({ err: error }, 'could not look for more due work')
  } finally {
    isLooking = false
  }
}
