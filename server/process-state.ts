import type { QueueName } from './jobs/queue-names'

/*
 * State that exists once per process. Next bundles modules several times, and scripts/web.mjs runs outside of its bundles, so a module variable
 * may exist more than once: this object is the only key of ours on globalThis.
 */

type Scheduler = {
  isReady: boolean
  signal: (queue: QueueName, organizationId: string) => boolean
}

type Key = 'prisma' | 'pool' | 'log' | 'runs' | 'requests' | 'recognised'

type Limits = {
  /** @returns null if too many are queued */
  acquire: (key: string, isAnonymous: boolean, start: () => void) => (() => void) | null
}

type ProcessState = {
  limits?: Limits
  scheduler?: Scheduler
  values: Map<Key, unknown>
  /** What scripts/web.mjs awaits before the process exits: each records the results of its work in progress. */
  shutdown: Map<string, () => Promise<unknown>>
}

const root = globalThis as { feedbackService?: ProcessState }

export const processState: ProcessState = (root.feedbackService ??= { values: new Map(), shutdown: new Map() })

/** The value of a key, created by its module's first copy. */
export function oncePerProcess<T>(key: Key, create: () => T): T {
  if (!processState.values.has(key)) processState.values.set(key, create())
  return processState.values.get(key) as T
}
