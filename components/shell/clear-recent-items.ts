import { accessStorage } from '../ui/access-storage'

export const RECENT_ITEMS_KEY_PREFIX = 'cfs-recent'

/** Clears the recent items of all users and organizations in this browser. */
export function clearRecentItems(): void {
  accessStorage(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(RECENT_ITEMS_KEY_PREFIX)) localStorage.removeItem(key)
  })
}
