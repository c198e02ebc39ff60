import { setTimeout as pause } from 'node:timers/promises'
import { processState } from '../process-state'

const FULL_QUEUE_RETRY_MS = 100

/**
 * Runs a piece of an organization's work within the concurrency limit that it has for requests, so that a large backlog of one organization
 * does not delay requests of another. For computing and database queries; not for external network calls, which would occupy the limit without
 * using the thread. Without the HTTP front end, as on Vercel, a job call has its own process and no limit.
 */
export async function withFairShare<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
  const release = await waitForSlot(organizationId)
  try {
    return await work()
  } finally {
    release()
  }
}

async function waitForSlot(organizationId: string): Promise<() => void> {
  const { limits } = processState
  if (!limits) return () => undefined
  for (;;) {
    let start = (): void => undefined
    const started = new Promise<void>((resolve) => {
      start = resolve
    })
    const release = limits.acquire(organizationId, false, start)
    if (release !== null) {
      await started
      return release
    }
    await pause(FULL_QUEUE_RETRY_MS)
  }
}
