'use client'

import { type MouseEvent as ReactMouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { allowsSingleKeyShortcutOnRow } from '../single-key-shortcuts'

/**
 * Row shortcuts: j and k move between rows, Enter follows the link natively, x selects, a focuses the bulk actions. Times with a tooltip
 * lie above the link of the row and follow it too.
 */
export function TableShortcuts({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!['j', 'k', 'x', 'a'].includes(event.key) || !allowsSingleKeyShortcutOnRow(event)) return
      if (event.key === 'a') return focusFirst(document.querySelector('[data-selection]'))
      const row = document.activeElement?.closest('tr')
      if (event.key === 'x') return row?.querySelector<HTMLInputElement>('[data-select]')?.click()
      const step = event.key === 'j' ? 1 : -1
      const links = [...(box.current?.querySelectorAll<HTMLAnchorElement>('[data-row-link]') ?? [])]
      const currentIndex = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement))
      const next = currentIndex === -1 ? (step === 1 ? 0 : links.length - 1) : currentIndex + step
      links[next]?.focus()
      links[next]?.scrollIntoView({ block: 'nearest' })
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  return (
    // The link handles the keys.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div ref={box} onClick={followRow}>
      {children}
    </div>
  )
}

function focusFirst(bar: Element | null): void {
  bar?.querySelector<HTMLElement>('button')?.focus()
}

function followRow({ target, nativeEvent }: ReactMouseEvent): void {
  if (!(target instanceof Element) || target.closest('[data-tip]')?.tagName !== 'TIME') return
  const { ctrlKey, metaKey, shiftKey } = nativeEvent
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey })
  target.closest('tr')?.querySelector('[data-row-link]')?.dispatchEvent(click)
}
