import { useSyncExternalStore } from 'react'

export type PanelName = 'menu' | 'shortcuts'

const state = {
  panel: null as PanelName | null,
  buffer: '',
  opener: null as Element | null,
  listeners: new Set<() => void>(),
}

export function useOpenPanelName(): PanelName | null {
  return useSyncExternalStore(
    (listener) => {
      state.listeners.add(listener)
      return () => void state.listeners.delete(listener)
    },
    () => state.panel,
    () => null,
  )
}

export function getOpenPanelName(): PanelName | null {
  return state.panel
}

export function openCommandMenu(): void {
  setPanel('menu')
}

export function openShortcutsDialog(): void {
  setPanel('shortcuts')
}

export function closePanel(): void {
  setPanel(null)
}

export function focusOpener(): void {
  if (state.opener instanceof HTMLElement && state.opener.isConnected) state.opener.focus()
}

export function bufferTypeAhead(letter: string): void {
  state.buffer += letter
}

export function consumeTypeAhead(): string {
  const { buffer } = state
  state.buffer = ''
  return buffer
}

function setPanel(panel: PanelName | null): void {
  if (panel !== null && state.panel === null) state.opener = document.activeElement
  if (panel === null) state.buffer = ''
  state.panel = panel
  for (const listener of state.listeners) listener()
}
