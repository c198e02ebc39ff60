/** How a page lost its session: it expired, or this browser signed in as another user or switched the organization. */
export type SessionLoss = 'ended' | 'changed'

const state = { lost: null as SessionLoss | null }
const listeners = new Set<() => void>()
const waitingCalls: ((isRestored: boolean) => void)[] = []

export function getSessionLoss(): SessionLoss | null {
  return state.lost
}

export function subscribeToSessionLoss(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Shows the sign-in dialog. @returns whether the refused call may be retried. */
export async function promptToRestoreSession(loss: SessionLoss): Promise<boolean> {
  // No dialog is mounted outside the dashboard layout.
  if (listeners.size === 0) return false
  return new Promise((resolve) => {
    waitingCalls.push(resolve)
    setLoss(loss)
  })
}

/** Resumes the waiting calls, after a sign-in or after the dialog was dismissed. */
export function resumeCallsAfterSessionLoss(isRestored: boolean): void {
  setLoss(null)
  for (const resume of waitingCalls.splice(0)) resume(isRestored)
}

function setLoss(loss: SessionLoss | null): void {
  state.lost = loss
  for (const listener of listeners) listener()
}
