'use client'

import { useEffect } from 'react'
import { findTitleElement } from './navigation-state'
import { allowsSingleKeyShortcut, isInEditableOrOverlay } from './single-key-shortcuts'

/** A letter clicks or focuses the element with that `aria-keyshortcuts`. Escape leaves a field, then the page. */
export function PageShortcuts() {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const target =
        event.key === 'Escape' ? escapeTarget(event) : isPageKey(event) ? findShortcutTarget(event.key) : null
      if (target === null) return
      event.preventDefault()
      activate(target)
    }
    // On `window`: runs after the global shortcuts, which listen on `document`.
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return null
}

export function isOverlayOpen(): boolean {
  return document.querySelector('dialog:modal, [popover=auto]:popover-open, [role=menu]') !== null
}

function isPageKey(event: KeyboardEvent): boolean {
  return !event.shiftKey && !event.repeat && !isOverlayOpen() && allowsSingleKeyShortcut(event)
}

export function findShortcutTarget(key: string): HTMLElement | null {
  const name = CSS.escape(key.toLowerCase())
  const all = document.querySelectorAll<HTMLElement>(`main [aria-keyshortcuts~="${name}"]`)
  return [...all].find((element) => element.offsetParent !== null) ?? null
}

/** Escape target: from a field to the title, where letters are shortcuts again. */
function escapeTarget(event: KeyboardEvent): HTMLElement | null {
  if (event.defaultPrevented || isOverlayOpen()) return null
  if (isInEditableOrOverlay(event.target)) return findTitleElement()
  return isPageKey(event) ? findShortcutTarget('Escape') : null
}

const FIELD = 'input, textarea, select, [contenteditable], h1'

function activate(target: HTMLElement): void {
  if (!target.matches(FIELD)) return target.click()
  if (target.matches('h1')) target.tabIndex = -1
  target.focus({ preventScroll: true })
  target.scrollIntoView({ block: 'nearest' })
  // Opens its options.
  if (target.role === 'combobox') target.click()
}
