import type { QueueName } from './jobs/events'

/*
 * State that exists once per process. Next bundles modules several times, so a module variable may exist more than once; this object is the
 * only key of ours on globalThis. Its types are the least that several modules need.
 */

/** The driver of the queues on one machine (server/jobs/scheduler.ts). */
type Scheduler = {
  /** Whether this process executes the jobs, or is ready to take over. */
  isReady: boolean
  /** @returns false if another process executes the jobs */
  signal: (queue: QueueName, organizationId: string) => boolean
  /** Set while the process ends; settles once the results of work in progress are recorded. */
  stopped?: Promise<void>
}

type Runtime = {
  /** Runs of queues by queue and organization (server/jobs/run-queue.ts). */
  runs: Map<string, unknown>
  scheduler?: Scheduler
}

const root = globalThis as { feedbackService?: Runtime }

export const runtime: Runtime = (root.feedbackService ??= { runs: new Map() })
