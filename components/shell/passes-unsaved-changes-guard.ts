/**
 * Clicks a temporary link, because the guard for unsaved changes listens for link clicks.
 * @returns false if the guard has opened its prompt.
 */
export function passesUnsavedChangesGuard(href: string): boolean {
  const link = document.createElement('a')
  link.href = href
  link.hidden = true
  let isFree = false
  link.addEventListener('click', (event) => {
    event.preventDefault()
    isFree = true
  })
  document.body.append(link)
  link.click()
  link.remove()
  return isFree
}
