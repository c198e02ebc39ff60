/** Reloads without the unsaved-changes prompt, which was already answered. */
export function reloadWithoutPrompt(): void {
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
  window.location.reload()
}
