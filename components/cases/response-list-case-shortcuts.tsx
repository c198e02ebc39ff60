'use client'

import { useEffect, useRef } from 'react'
import type { ResponseListFilter } from '@/server/responses/schema'
import { isOverlayOpen } from '../ui/page-shortcuts'
import { allowsSingleKeyShortcutOnRow } from '../ui/single-key-shortcuts'
import { type BulkCaseChanges, useBulkCaseUpdate } from './use-bulk-case-update'

const IMMEDIATE_CHANGES = {
  o: { state: 'open' },
  c: { state: 'contacted' },
  e: { state: 'resolved' },
} as const satisfies Record<string, BulkCaseChanges>
const BAR_KEYS = ['a', 't', 'd']

/** Timeout for the selection bar to appear and for a pending change to end. */
const BAR_TIMEOUT_MS = 10_000

type ResponseListCaseShortcutsProps = { currentUserId: string; filter: ResponseListFilter }

/** Keyboard shortcuts of a response list, which act on the selected rows, or else on the focused one. */
export function ResponseListCaseShortcuts({ currentUserId, filter }: ResponseListCaseShortcutsProps) {
  const { change } = useBulkCaseUpdate()
  const changeSelected = (rows: readonly HTMLInputElement[], changes: BulkCaseChanges) =>
    change(isAllMatchingSelected() ? { filter } : { ids: rows.map(({ value }) => value) }, async () => changes)
  const latestChange = useRef(changeSelected)
  useEffect(() => {
    latestChange.current = changeSelected
  })

  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (event.shiftKey || event.repeat || isOverlayOpen() || !allowsSingleKeyShortcutOnRow(event)) return
      const key = event.key.toLowerCase()
      const rows = findTargetRows()
      if (rows.length === 0) return
      const changes = getChangesForKey(key, currentUserId)
      if (changes) latestChange.current(rows, changes)
      else if (BAR_KEYS.includes(key)) clickBarControl(rows, key)
      else return
      event.preventDefault()
    }
    const rowTracker = trackFocusedRow()
    // On `window`: runs after the page and list shortcuts, which listen on `document`.
    window.addEventListener('keydown', handleKey)
    return () => {
      window.removeEventListener('keydown', handleKey)
      rowTracker.stop()
    }
  }, [currentUserId])
  // Lists the available keys for the shortcuts dialog.
  return <span hidden data-row-keys={[...Object.keys(IMMEDIATE_CHANGES), 'm', ...BAR_KEYS].join(' ')} />
}

function getChangesForKey(key: string, ownId: string): BulkCaseChanges | null {
  if (key === 'm') return { assigneeId: ownId }
  return key in IMMEDIATE_CHANGES ? IMMEDIATE_CHANGES[key as keyof typeof IMMEDIATE_CHANGES] : null
}

function isAllMatchingSelected(): boolean {
  return document.querySelector('[data-selection=matching]') !== null
}

function findTargetRows(): HTMLInputElement[] {
  const selected = [...document.querySelectorAll<HTMLInputElement>('main [data-select=row]:checked')]
  if (selected.length > 0) return selected
  const row = document.activeElement?.closest('tr')
  return [...(row?.querySelectorAll<HTMLInputElement>('[data-select=row]') ?? [])]
}

/** Selects the rows if none is selected, then clicks the bar's control for the key once a pending change completes. */
function clickBarControl(rows: readonly HTMLInputElement[], key: string): void {
  for (const row of rows) if (!row.checked) row.click()
  const deadline = performance.now() + BAR_TIMEOUT_MS
  const tryClick = () => {
    const button = document.querySelector<HTMLElement>(`[data-selection] [aria-keyshortcuts="${key}"]`)
    if (button && button.ariaBusy !== 'true') button.click()
    else if (performance.now() < deadline) requestAnimationFrame(tryClick)
  }
  tryClick()
}

/**
 * Remembers the focused row. If that row disappears (e.g. resolved), the row in its place gets the focus; from the selection bar, j and k
 * continue from it.
 */
function trackFocusedRow() {
  let lastRow: { link: HTMLElement; at: number } | null = null
  const links = () => [...document.querySelectorAll<HTMLElement>('main [data-row-link]')]

  function recordFocus({ target }: FocusEvent) {
    const row = target instanceof Element ? target.closest('tr') : null
    const link = row?.querySelector<HTMLElement>('[data-row-link]')
    if (link) lastRow = { link, at: links().indexOf(link) }
  }
  function restoreFocus({ key }: KeyboardEvent) {
    const isInBar = document.activeElement?.closest('[data-selection]')
    if ((key === 'j' || key === 'k') && isInBar && !isOverlayOpen() && lastRow?.link.isConnected) lastRow.link.focus()
  }
  const observer = new MutationObserver(() => {
    if (lastRow === null || lastRow.link.isConnected || document.activeElement !== document.body) return
    const { at } = lastRow
    lastRow = null
    const others = links()
    others[Math.min(at, others.length - 1)]?.focus()
  })

  const main = document.querySelector('main')
  if (main) observer.observe(main, { childList: true, subtree: true })
  document.addEventListener('focusin', recordFocus)
  // Capture phase: runs before the list's shortcuts move on.
  window.addEventListener('keydown', restoreFocus, { capture: true })
  return {
    stop() {
      observer.disconnect()
      document.removeEventListener('focusin', recordFocus)
      window.removeEventListener('keydown', restoreFocus, { capture: true })
    },
  }
}
