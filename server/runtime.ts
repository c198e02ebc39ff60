import type { QueueName } from './jobs/events'

/*
 * State that exists once per process. Next bundles modules several times, and scripts/web.mjs runs outside of its bundles, so a module variable
 * may exist more than once: this object is the only key of ours on globalThis.
 */

/** The driver of the queues on one machine (server/jobs/scheduler.ts). */
type Scheduler = {
  /** Whether this process executes the jobs, or is ready to take over. */
  isReady: boolean
  /** @returns false if another process executes the jobs */
  signal: (queue: QueueName, organizationId: string) => boolean
}

/** Values of modules: server/transaction.ts, server/pool.ts, server/log.ts, server/jobs/run-queue.ts, server/api-keys/request-log.ts,
 * server/throttle/recognition.mjs. */
type Key = 'prisma' | 'pool' | 'log' | 'runs' | 'requests' | 'recognised'

/** Concurrency limits of the HTTP front end (scripts/lib/door/concurrency-limits.mjs). */
type Limits = {
  /** @returns null if too many are queued */
  acquire: (key: string, isAnonymous: boolean, start: () => void) => (() => void) | null
}

type Runtime = {
  /** Set by scripts/web.mjs. */
  limits?: Limits
  scheduler?: Scheduler
  values: Map<Key, unknown>
  /** What scripts/web.mjs awaits before the process exits: each records the results of its work in progress. */
  shutdown: Map<string, () => Promise<unknown>>
}

const root = globalThis as { feedbackService?: Runtime }

export const runtime: Runtime = (root.feedbackService ??= { values: new Map(), shutdown: new Map() })

/** The value of a key, created by its module's first copy. */
export function oncePerProcess<T>(key: Key, create: () => T): T {
  if (!runtime.values.has(key)) runtime.values.set(key, create())
  return runtime.values.get(key) as T
}
