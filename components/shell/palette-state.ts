'use client'

import { useSyncExternalStore } from 'react'

export type Panel = 'menu' | 'shortcuts'

const shell = {
  panel: null as Panel | null,
  typed: '',
  opener: null as Element | null,
  watchers: new Set<() => void>(),
}

export function useOpenPanel(): Panel | null {
  return useSyncExternalStore(
    (changed) => {
      shell.watchers.add(changed)
      return () => void shell.watchers.delete(changed)
    },
    () => shell.panel,
    () => null,
  )
}

export function openPanel(): Panel | null {
  return shell.panel
}

export function openPalette(): void {
  show('menu')
}

export function openShortcuts(): void {
  show('shortcuts')
}

export function closePanel(): void {
  show(null)
}

export function focusOpener(): void {
  if (shell.opener instanceof HTMLElement && shell.opener.isConnected) shell.opener.focus()
}

export function typeAhead(letter: string): void {
  shell.typed += letter
}

export function takeTypedAhead(): string {
  const { typed } = shell
  shell.typed = ''
  return typed
}

function show(panel: Panel | null): void {
  if (panel !== null && shell.panel === null) shell.opener = document.activeElement
  if (panel === null) shell.typed = ''
  shell.panel = panel
  for (const changed of shell.watchers) changed()
}
