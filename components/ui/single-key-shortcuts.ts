import { accessStorage } from './access-storage'

const SINGLE_KEYS_STORAGE_KEY = 'cfs-keys'

export function isInEditableOrOverlay(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest('dialog, [role=dialog], [role=menu]') !== null
  )
}

export function allowsSingleKeyShortcut(event: KeyboardEvent): boolean {
  if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return false
  return !isInEditableOrOverlay(event.target) && areSingleKeysEnabled()
}

export function allowsSingleKeyShortcutOnRow(event: KeyboardEvent): boolean {
  const isRowCheckbox = event.target instanceof HTMLInputElement && event.target.dataset.select !== undefined
  const hasNoModifier = !event.metaKey && !event.ctrlKey && !event.altKey && !event.defaultPrevented
  return isRowCheckbox ? hasNoModifier && areSingleKeysEnabled() : allowsSingleKeyShortcut(event)
}

/** Whether single-key shortcuts are enabled: voice control, for example, emits unintended letters. */
export function areSingleKeysEnabled(): boolean {
  return accessStorage(() => localStorage.getItem(SINGLE_KEYS_STORAGE_KEY)) !== 'off'
}

export function setSingleKeysEnabled(on: boolean): void {
  accessStorage(() => localStorage.setItem(SINGLE_KEYS_STORAGE_KEY, on ? 'on' : 'off'))
}
