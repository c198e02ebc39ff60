/** Where the browser keeps that single keys are off. */
const SINGLE_KEYS = 'cfs-keys'

/** Whether keys belong to what is focused rather than to the page. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest('[role=dialog], [role=menu]') !== null
  )
}

/** Whether a key that was pressed alone is a shortcut of the page. */
export function isSingleKey(event: KeyboardEvent): boolean {
  if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return false
  return !isTyping(event.target) && hasSingleKeys()
}

/** The same in a list, also on a row's box, where letters are not typed. */
export function isRowKey(event: KeyboardEvent): boolean {
  const isBox = event.target instanceof HTMLInputElement && event.target.dataset.select !== undefined
  const isAlone = !event.metaKey && !event.ctrlKey && !event.altKey && !event.defaultPrevented
  return isBox ? isAlone && hasSingleKeys() : isSingleKey(event)
}

/** Whether this browser's person wants them: voice control and the like press letters that nobody meant as keys. */
export function hasSingleKeys(): boolean {
  return stored(() => localStorage.getItem(SINGLE_KEYS)) !== 'off'
}

export function setSingleKeys(on: boolean): void {
  stored(() => localStorage.setItem(SINGLE_KEYS, on ? 'on' : 'off'))
}

/** A browser that forbids storage has what is usual, and forgets. */
function stored<T>(ask: () => T): T | null {
  try {
    return ask()
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    return null
  }
}
