const SINGLE_KEYS = 'cfs-keys'

/** Whether keys belong to the focused element rather than to the page. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest('[role=dialog], [role=menu]') !== null
  )
}

/** Whether a key press is a single-key shortcut. */
export function isSingleKey(event: KeyboardEvent): boolean {
  if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return false
  return !isTyping(event.target) && hasSingleKeys()
}

/** Variant for lists: also applies on a row's checkbox. */
export function isRowKey(event: KeyboardEvent): boolean {
  const isBox = event.target instanceof HTMLInputElement && event.target.dataset.select !== undefined
  const isAlone = !event.metaKey && !event.ctrlKey && !event.altKey && !event.defaultPrevented
  return isBox ? isAlone && hasSingleKeys() : isSingleKey(event)
}

/** Whether single-key shortcuts are enabled: voice control, for example, emits unintended letters. */
export function hasSingleKeys(): boolean {
  return stored(() => localStorage.getItem(SINGLE_KEYS)) !== 'off'
}

export function setSingleKeys(on: boolean): void {
  stored(() => localStorage.setItem(SINGLE_KEYS, on ? 'on' : 'off'))
}

/** Falls back to the default if storage is blocked. */
function stored<T>(ask: () => T): T | null {
  try {
    return ask()
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    return null
  }
}
