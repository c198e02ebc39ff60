/** Loads the page anew without the question about what was typed: that was asked already. */
export function reloadPage(): void {
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
  window.location.reload()
}
