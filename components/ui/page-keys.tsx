'use client'

import { useEffect } from 'react'
import { titleElement } from './going'
import { isSingleKey, isTyping } from './keys'

/**
 * The keys of a page of one thing: a letter presses what says of itself that it does (`aria-keyshortcuts="e"`), or goes there
 * where one writes or chooses. Escape leaves a field, and after that the page, for the list above it.
 */
export function PageKeys() {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const target = event.key === 'Escape' ? escapeFrom(event) : isPageKey(event) ? findByKey(event.key) : null
      if (target === null) return
      event.preventDefault()
      go(target)
    }
    // After the keys of every page, which listen at the document.
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  return null
}

/** Whether a dialog, a menu or a small panel stands in front of the page. */
export function isSomethingOpen(): boolean {
  return document.querySelector('dialog:modal, [popover=auto]:popover-open, [role=menu]') !== null
}

/** Pressed once, alone, and with nothing in front of the page. */
function isPageKey(event: KeyboardEvent): boolean {
  return !event.shiftKey && !event.repeat && !isSomethingOpen() && isSingleKey(event)
}

/** What a key presses on this page; null where nothing that is to be seen does. */
export function findByKey(key: string): HTMLElement | null {
  const name = CSS.escape(key.toLowerCase())
  const all = document.querySelectorAll<HTMLElement>(`main [aria-keyshortcuts~="${name}"]`)
  return [...all].find((element) => element.offsetParent !== null) ?? null
}

/** A field is left for the title, where the letters are keys again. */
function escapeFrom(event: KeyboardEvent): HTMLElement | null {
  if (event.defaultPrevented || isSomethingOpen()) return null
  if (isTyping(event.target)) return titleElement()
  return isPageKey(event) ? findByKey('Escape') : null
}

const FIELD = 'input, textarea, select, [contenteditable], h1'

function go(target: HTMLElement): void {
  if (!target.matches(FIELD)) return target.click()
  if (target.matches('h1')) target.tabIndex = -1
  target.focus({ preventScroll: true })
  target.scrollIntoView({ block: 'nearest' })
  // Opens what it offers.
  if (target.role === 'combobox') target.click()
}
