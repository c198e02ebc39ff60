'use client'

/**
 * Whether the page may be left for this one, where no link was pressed: what guards unsaved changes watches links, so one is
 * pressed here. Where it says no, it has asked.
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
