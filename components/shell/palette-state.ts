'use client'

import { useSyncExternalStore } from 'react'

const palette = { open: false, watchers: new Set<() => void>() }

/** Whether the list of places is open; the rail, the top bar and a key open it. */
export function usePaletteOpen(): boolean {
  return useSyncExternalStore(
    (changed) => {
      palette.watchers.add(changed)
      return () => void palette.watchers.delete(changed)
    },
    () => palette.open,
    () => false,
  )
}

export function openPalette(): void {
  setPaletteOpen(true)
}

export function setPaletteOpen(open: boolean): void {
  palette.open = open
  for (const changed of palette.watchers) changed()
}
