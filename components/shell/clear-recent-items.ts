export const RECENT_STORAGE_KEY = 'cfs-recent'

/** Clears the recent items of all users and organizations in this browser. */
export function clearRecentItems(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(RECENT_STORAGE_KEY)) localStorage.removeItem(key)
  } catch (error) {
    // Nothing was stored if the browser blocks storage.
    if (!(error instanceof DOMException)) throw error
  }
}
