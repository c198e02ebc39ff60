/** How a page lost its session: it expired, or this browser signed in as another user or switched the organization. */
export type Lost = 'ended' | 'changed'

const state = { lost: null as Lost | null }
const watchers = new Set<() => void>()
const waiting: ((isBack: boolean) => void)[] = []

export function lostSession(): Lost | null {
  return state.lost
}

export function watchLost(changed: () => void): () => void {
  watchers.add(changed)
  return () => void watchers.delete(changed)
}

/** Shows the sign-in dialog. @returns whether the refused call may be retried. */
export async function waitForSession(lost: Lost): Promise<boolean> {
  // No dialog is mounted outside the dashboard layout.
  if (watchers.size === 0) return false
  return new Promise((resolve) => {
    waiting.push(resolve)
    show(lost)
  })
}

/** Resumes all waiting calls, after a sign-in or after the dialog was dismissed. */
export function settleSession(isBack: boolean): void {
  show(null)
  for (const goOn of waiting.splice(0)) goOn(isBack)
}

function show(lost: Lost | null): void {
  state.lost = lost
  for (const changed of watchers) changed()
}
