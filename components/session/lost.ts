/**
 * How a page lost its session: it has ended, or this browser has signed in as somebody else, or in another organization.
 */
export type Lost = 'ended' | 'changed'

const state = { lost: null as Lost | null }
const watchers = new Set<() => void>()
const waiting: ((isBack: boolean) => void)[] = []

/** What is lost at present; null while nothing is. */
export function lostSession(): Lost | null {
  return state.lost
}

export function watchLost(changed: () => void): () => void {
  watchers.add(changed)
  return () => void watchers.delete(changed)
}

/** Lets the person sign in where they are. @returns whether what was refused may be asked again. */
export async function waitForSession(lost: Lost): Promise<boolean> {
  // Where nobody would ask them, as outside of the dashboard's frame.
  if (watchers.size === 0) return false
  return new Promise((resolve) => {
    waiting.push(resolve)
    show(lost)
  })
}

/** It is back, or the person has turned the question down: everything that waits goes on. */
export function settleSession(isBack: boolean): void {
  show(null)
  for (const goOn of waiting.splice(0)) goOn(isBack)
}

function show(lost: Lost | null): void {
  state.lost = lost
  for (const changed of watchers) changed()
}
