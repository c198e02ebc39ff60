/** What the browser keeps of the command menu begins so. */
export const RECENT_KEY = 'cfs-recent'

/** Forgets what was opened in this browser, by everybody and in every organization. */
export function forgetRecent(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(RECENT_KEY)) localStorage.removeItem(key)
  } catch (error) {
    // A browser that forbids storage has kept nothing.
    if (!(error instanceof DOMException)) throw error
  }
}
