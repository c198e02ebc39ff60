'use client'

import { useEffect, useRef } from 'react'
import { isRowKey } from '../ui/keys'
import { isSomethingOpen } from '../ui/page-keys'
import { type Changes, useChangeMany } from './use-change-many'

const AT_ONCE = {
  o: { state: 'open' },
  c: { state: 'contacted' },
  e: { state: 'resolved' },
} as const satisfies Record<string, Changes>
const IN_BAR = ['a', 't', 'd']

/** Timeout for the selection bar to appear and for a pending change to end. */
const BAR_MS = 10_000

/**
 * Keyboard shortcuts of a response list, the same as on the response page. They act on the selected rows, or on the focused one.
 * @property ownId the current user's id, which `m` sets as the assignee.
 */
export function CaseKeys({ ownId }: { ownId: string }) {
  const { change } = useChangeMany()
  const latest = useRef(change)
  useEffect(() => {
    latest.current = change
  })

  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.shiftKey || event.repeat || isSomethingOpen() || !isRowKey(event)) return
      const key = event.key.toLowerCase()
      const rows = findRows()
      if (rows.length === 0) return
      const changes = changesOf(key, ownId)
      if (changes)
        latest.current(
          rows.map(({ value }) => value),
          async () => changes,
        )
      else if (IN_BAR.includes(key)) openInBar(rows, key)
      else return
      event.preventDefault()
    }
    const rows = rememberRow()
    // On `window`: runs after the page and list shortcuts, which listen on `document`.
    window.addEventListener('keydown', press)
    return () => {
      window.removeEventListener('keydown', press)
      rows.forget()
    }
  }, [ownId])
  // Lists the available keys for the shortcuts dialog.
  return <span hidden data-row-keys={[...Object.keys(AT_ONCE), 'm', ...IN_BAR].join(' ')} />
}

function changesOf(key: string, ownId: string): Changes | null {
  if (key === 'm') return { assigneeId: ownId }
  return key in AT_ONCE ? AT_ONCE[key as keyof typeof AT_ONCE] : null
}

function findRows(): HTMLInputElement[] {
  const selected = [...document.querySelectorAll<HTMLInputElement>('main [data-select=row]:checked')]
  if (selected.length > 0) return selected
  const row = document.activeElement?.closest('tr')
  return [...(row?.querySelectorAll<HTMLInputElement>('[data-select=row]') ?? [])]
}

/** Selects the rows if none is selected, then clicks the bar's control for the key once a pending change completes. */
function openInBar(rows: readonly HTMLInputElement[], key: string): void {
  for (const row of rows) if (!row.checked) row.click()
  const until = performance.now() + BAR_MS
  const look = () => {
    const button = document.querySelector<HTMLElement>(`[data-selection] [aria-keyshortcuts="${key}"]`)
    if (button && button.ariaBusy !== 'true') button.click()
    else if (performance.now() < until) requestAnimationFrame(look)
  }
  look()
}

/**
 * Remembers the focused row. If that row disappears (e.g. resolved), the row in its place gets the focus; from the selection bar, j and k
 * continue from it.
 */
function rememberRow() {
  let last: { link: HTMLElement; at: number } | null = null
  const links = () => [...document.querySelectorAll<HTMLElement>('main [data-row-link]')]

  function see({ target }: FocusEvent) {
    const row = target instanceof Element ? target.closest('tr') : null
    const link = row?.querySelector<HTMLElement>('[data-row-link]')
    if (link) last = { link, at: links().indexOf(link) }
  }
  function goBack({ key }: KeyboardEvent) {
    const isInBar = document.activeElement?.closest('[data-selection]')
    if ((key === 'j' || key === 'k') && isInBar && !isSomethingOpen() && last?.link.isConnected) last.link.focus()
  }
  const watcher = new MutationObserver(() => {
    if (last === null || last.link.isConnected || document.activeElement !== document.body) return
    const { at } = last
    last = null
    const others = links()
    others[Math.min(at, others.length - 1)]?.focus()
  })

  const main = document.querySelector('main')
  if (main) watcher.observe(main, { childList: true, subtree: true })
  document.addEventListener('focusin', see)
  // Capture phase: runs before the list's shortcuts move on.
  window.addEventListener('keydown', goBack, { capture: true })
  return {
    forget() {
      watcher.disconnect()
      document.removeEventListener('focusin', see)
      window.removeEventListener('keydown', goBack, { capture: true })
    },
  }
}
