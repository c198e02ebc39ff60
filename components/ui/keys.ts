const SINGLE_KEYS = 'cfs-keys'

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest('[role=dialog], [role=menu]') !== null
  )
}

export function isSingleKey(event: KeyboardEvent): boolean {
  if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return false
  return !isTyping(event.target) && hasSingleKeys()
}

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

function stored<T>(ask: () => T): T | null {
  try {
    return ask()
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    return null
  }
}
