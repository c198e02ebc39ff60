'use client'

import { useEffect, useRef } from 'react'
import { isRowKey } from '../ui/keys'
import { isSomethingOpen } from '../ui/page-keys'
import { type Changes, useChangeMany } from './use-change-many'

/** What happens at once; the others open what is in the bar of selected rows. */
const AT_ONCE = {
  o: { state: 'open' },
  c: { state: 'contacted' },
  e: { state: 'resolved' },
} as const satisfies Record<string, Changes>
const IN_BAR = ['a', 't', 'd']

/** So long the bar may take to come, with its code, and a change to end. */
const BAR_MS = 10_000

/**
 * The keys of a list of responses, the same as on the page of one: they act on the selected rows, or on the one that has the focus.
 * @property ownId to whom `m` assigns.
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
        void latest.current(
          rows.map(({ value }) => value),
          async () => changes,
        )
      else if (IN_BAR.includes(key)) openInBar(rows, key)
      else return
      event.preventDefault()
    }
    const rows = rememberRow()
    // After the keys of every page, and of every list, which listen at the document.
    window.addEventListener('keydown', press)
    return () => {
      window.removeEventListener('keydown', press)
      rows.forget()
    }
  }, [ownId])
  // Says which they are, for the list of all keys.
  return <span hidden data-row-keys={[...Object.keys(AT_ONCE), 'm', ...IN_BAR].join(' ')} />
}

function changesOf(key: string, ownId: string): Changes | null {
  if (key === 'm') return { assigneeId: ownId }
  return key in AT_ONCE ? AT_ONCE[key as keyof typeof AT_ONCE] : null
}

/** The boxes of the selected rows, or else that of the row in which the focus is. */
function findRows(): HTMLInputElement[] {
  const selected = [...document.querySelectorAll<HTMLInputElement>('main [data-select=row]:checked')]
  if (selected.length > 0) return selected
  const row = document.activeElement?.closest('tr')
  return [...(row?.querySelectorAll<HTMLInputElement>('[data-select=row]') ?? [])]
}

/** Selects the row, where none is selected, and presses what the bar then has for this key, once a change that is under way is done. */
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
 * Remembers the row that one was at. One that has gone, resolved for one, leaves its focus to the row in its place; and from the bar
 * of selected rows j and k go on from where one was.
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
  // Before the keys of the list move on from there.
  window.addEventListener('keydown', goBack, { capture: true })
  return {
    forget() {
      watcher.disconnect()
      document.removeEventListener('focusin', see)
      window.removeEventListener('keydown', goBack, { capture: true })
    },
  }
}
