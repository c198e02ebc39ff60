import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { allowsSingleKeyShortcut, isInEditableOrOverlay } from '../ui/single-key-shortcuts'
import { NAV_ITEMS, type NavItem, navItemHref } from './nav-items'
import { bufferTypeAhead, closePanel, getOpenPanelName, openCommandMenu, openShortcutsDialog } from './open-panel-store'
import { passesUnsavedChangesGuard } from './passes-unsaved-changes-guard'

const SEQUENCE_MS = 1500

/** Global shortcuts: ⌘K, `?`, `c`, and `g` with the letter of a place. */
export function useGlobalShortcuts(items: readonly NavItem[]): void {
  const router = useRouter()

  useEffect(() => {
    let sequenceDeadline = 0

    function goTo(key: string): boolean {
      const item = items.find(({ name }) => NAV_ITEMS[name].key === key)
      if (item === undefined) return false
      const href = navItemHref(item)
      if (passesUnsavedChangesGuard(href)) router.push(href)
      return true
    }

    function handleSingleKey(event: KeyboardEvent): boolean {
      const isSecond = event.timeStamp < sequenceDeadline
      sequenceDeadline = 0
      if (isSecond && !event.shiftKey) return goTo(event.key)
      if (event.key === 'g') sequenceDeadline = event.timeStamp + SEQUENCE_MS
      else if (event.key === '?') openShortcutsDialog()
      else if (event.key === 'c') return clickCreate()
      else return false
      return true
    }

    function onKeyDown(event: KeyboardEvent) {
      if (isMenuKey(event)) {
        event.preventDefault()
        if (getOpenPanelName() === 'menu') closePanel()
        else if (getOpenPanelName() !== null || !isInDialog(event.target)) openCommandMenu()
      } else if (getOpenPanelName() !== null) {
        if (isLetterForMenu(event)) bufferTypeAhead(event.key)
      } else if (!event.repeat && allowsSingleKeyShortcut(event) && handleSingleKey(event)) event.preventDefault()
    }

    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [items, router])
}

function isMenuKey(event: KeyboardEvent): boolean {
  return event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=dialog], [role=alertdialog]') !== null
}

function isLetterForMenu(event: KeyboardEvent): boolean {
  return (
    getOpenPanelName() === 'menu' &&
    event.key.length === 1 &&
    !event.metaKey &&
    !event.ctrlKey &&
    !isInEditableOrOverlay(event.target)
  )
}

function clickCreate(): boolean {
  const create = document.querySelector<HTMLElement>('main [aria-keyshortcuts="c"]')
  create?.click()
  return create !== null
}
