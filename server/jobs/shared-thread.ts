import { setTimeout as pause } from 'node:timers/promises'

/*
 * Jobs share a thread with requests, so they use the same per-organization queues (scripts/lib/door/fair-turns.mjs): a large backlog of one
 * organization does not delay requests of another.
 */

type Lines = { take: (name: string, isStranger: boolean, begin: () => void) => (() => void) | null }

const LINE_IS_FULL_PAUSE_MS = 100

/** Set by the HTTP front end, if this process has one; on Vercel each job call has its own process. */
const shared = globalThis as { cfsLines?: Lines }

/**
 * Runs a piece of an organization's work when its turn comes. For computing and database queries; do not hold a turn during external
 * network calls.
 */
export async function onSharedThread<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
  const end = await awaitTurn(organizationId)
  try {
    return await work()
  } finally {
    end()
  }
}

async function awaitTurn(organizationId: string): Promise<() => void> {
  const lines = shared.cfsLines
  if (!lines) return () => undefined
  for (;;) {
    let begin = () => undefined as void
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const end = lines.take(organizationId, false, begin)
    if (end !== null) {
      await begun
      return end
    }
    await pause(LINE_IS_FULL_PAUSE_MS)
  }
}
