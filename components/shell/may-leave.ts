'use client'

/**
 * Whether programmatic navigation is allowed. The unsaved-changes guard listens for link clicks, so this clicks a temporary link; if it
 * returns false, the guard has opened its prompt.
 */
export function mayLeave(href: string): boolean {
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
