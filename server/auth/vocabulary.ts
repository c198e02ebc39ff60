/** How pages look: as the device says, or always the same. Browsers keep it under next-themes' name in their storage. */
export const THEMES = ['system', 'light', 'dark'] as const

/** Brings a person's theme into a browser once; its next page moves it into the storage. */
export const THEME_COOKIE = 'cfs-theme'
