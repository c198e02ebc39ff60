import { setTimeout as pause } from 'node:timers/promises'

/*
 * The jobs work on the same thread as the requests, so they stand in the same lines (scripts/lib/door/fair-turns.mjs): however
 * much one organization has to deliver, what another one asks for comes between two pieces of it.
 */

type Lines = { take: (name: string, isStranger: boolean, begin: () => void) => (() => void) | null }

const LINE_IS_FULL_PAUSE_MS = 100

/** Set by the door, where this process has one: on Vercel each call of the jobs has a process of its own. */
const shared = globalThis as { cfsLines?: Lines }

/**
 * Does one piece of an organization's work when it is its turn of the thread. For what computes and asks the database; what
 * waits for the network outside holds no turn.
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
