'use client'

import { useSyncExternalStore } from 'react'
import { SIDEBAR_STORAGE_KEY } from './pre-paint-script'

const listeners = new Set<() => void>()

export function useSidebar(): { collapsed: boolean; toggle: () => void } {
  const collapsed = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => document.documentElement.dataset.rail === 'collapsed',
    () => false,
  )
  return { collapsed, toggle: () => setCollapsed(!collapsed) }
}

function setCollapsed(collapsed: boolean): void {
  if (collapsed) document.documentElement.dataset.rail = 'collapsed'
  else delete document.documentElement.dataset.rail
  persist(collapsed)
  for (const listener of listeners) listener()
}

function persist(collapsed: boolean): void {
  try {
    localStorage.setItem(SIDEBAR_STORAGE_KEY, collapsed ? 'collapsed' : 'open')
  } catch (error) {
    // If storage is blocked, the state is not persisted.
    if (!(error instanceof DOMException)) throw error
  }
}
