'use client'

import { type Going, linksTo, titleElement, type Whereabouts } from '../../ui/going'

/**
 * Gives the focus on a page that has just been drawn: on Back and Forward to the link that one followed from there, and the
 * page stands as far down as it did; on a new page to its title, which is read out. A page that has put the focus
 * somewhere itself keeps it, and so does one that has only other rows now.
 */
export function takePlace(going: Going): void {
  const { before } = going
  if (before !== null) {
    window.scrollTo(0, before.top)
    // The browser does so by itself, and by what the page was like before this one was drawn.
    requestAnimationFrame(() => window.scrollTo(0, before.top))
  }
  if (isFocusTaken(going)) return
  const target = (before?.link && nthLink(before.link)) || newTitle(going)
  if (target === null) return
  if (!(target instanceof HTMLAnchorElement)) target.tabIndex = -1
  target.focus({ preventScroll: true })
  // Where one has gone on in a list meanwhile, its row may be farther up or down.
  if (before !== null) requestAnimationFrame(() => target.scrollIntoView({ block: 'nearest' }))
}

function nthLink({ href, nth }: NonNullable<Whereabouts['link']>): HTMLElement | null {
  const all = linksTo(href)
  return all[nth] ?? all[0] ?? null
}

/** Null where the title stands as it did; between pages beside each other, the tab that led here instead. */
function newTitle({ title: left }: Going): HTMLElement | null {
  const title = titleElement()
  if (title === null || title === left) return null
  const tab = document.querySelector<HTMLElement>('main nav a[aria-current=page]')
  return title.textContent === left?.textContent && tab !== null ? tab : title
}

function isFocusTaken({ focus }: Going): boolean {
  if (document.querySelector('dialog:modal') !== null) return true
  const active = document.activeElement
  return active !== null && active !== document.body && active !== focus && active.id !== 'content'
}
