'use client'

import { useSyncExternalStore } from 'react'
import { RAIL_KEY } from './rail-script'

const watchers = new Set<() => void>()

export function useRail(): { collapsed: boolean; toggle: () => void } {
  const collapsed = useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => void watchers.delete(changed)
    },
    () => document.documentElement.dataset.rail === 'collapsed',
    () => false,
  )
  return { collapsed, toggle: () => set(!collapsed) }
}

function set(collapsed: boolean): void {
  if (collapsed) document.documentElement.dataset.rail = 'collapsed'
  else delete document.documentElement.dataset.rail
  remember(collapsed)
  for (const changed of watchers) changed()
}

function remember(collapsed: boolean): void {
  try {
    localStorage.setItem(RAIL_KEY, collapsed ? 'collapsed' : 'open')
  } catch (error) {
    // If storage is blocked, the state is not persisted.
    if (!(error instanceof DOMException)) throw error
  }
}
