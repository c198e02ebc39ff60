'use client'

import { useSyncExternalStore } from 'react'

export type Panel = 'menu' | 'shortcuts'

const state = {
  panel: null as Panel | null,
  typed: '',
  opener: null as Element | null,
  listeners: new Set<() => void>(),
}

export function useOpenPanel(): Panel | null {
  return useSyncExternalStore(
    (listener) => {
      state.listeners.add(listener)
      return () => void state.listeners.delete(listener)
    },
    () => state.panel,
    () => null,
  )
}

export function openPanel(): Panel | null {
  return state.panel
}

export function openPalette(): void {
  setPanel('menu')
}

export function openShortcuts(): void {
  setPanel('shortcuts')
}

export function closePanel(): void {
  setPanel(null)
}

export function focusOpener(): void {
  if (state.opener instanceof HTMLElement && state.opener.isConnected) state.opener.focus()
}

export function typeAhead(letter: string): void {
  state.typed += letter
}

export function takeTypedAhead(): string {
  const { typed } = state
  state.typed = ''
  return typed
}

function setPanel(panel: Panel | null): void {
  if (panel !== null && state.panel === null) state.opener = document.activeElement
  if (panel === null) state.typed = ''
  state.panel = panel
  for (const listener of state.listeners) listener()
}
