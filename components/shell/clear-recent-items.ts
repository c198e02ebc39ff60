import { accessStorage } from '../ui/access-storage'

export const RECENT_STORAGE_KEY = 'cfs-recent'

/** Clears the recent items of all users and organizations in this browser. */
export function clearRecentItems(): void {
  accessStorage(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(RECENT_STORAGE_KEY)) localStorage.removeItem(key)
  })
}
