'use client'

import { useSyncExternalStore } from 'react'

/** What stands in front of the page: the command menu, or the list of keys. */
export type Panel = 'menu' | 'shortcuts'

const shell = {
  panel: null as Panel | null,
  /** Typed while the menu was still on its way. */
  typed: '',
  /** What had the focus. */
  opener: null as Element | null,
  watchers: new Set<() => void>(),
}

/** What is open; the rail, the top bar, the organization's menu and keys open it. */
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

/** The same for who only looks once. */
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

/** Gives the focus back to what had it when the panel opened, where that still stands. */
export function focusOpener(): void {
  if (shell.opener instanceof HTMLElement && shell.opener.isConnected) shell.opener.focus()
}

/** Keeps a letter for the menu, which is not there yet. */
export function typeAhead(letter: string): void {
  shell.typed += letter
}

/** What was typed ahead, once. */
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
