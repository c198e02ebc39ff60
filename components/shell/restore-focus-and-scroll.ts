import { findLinksTo, findTitleElement, type PageNavigation, type SavedPosition } from '../ui/navigation-state'

/**
 * Restores focus and scroll after a navigation: on Back and Forward, the followed link and the scroll position; on a new page, the title,
 * which is announced. Keeps a focus that the page has set, and does nothing if only rows changed.
 */
export function restoreFocusAndScroll(navigation: PageNavigation): void {
  const { savedPosition: saved } = navigation
  if (saved !== null) {
    window.scrollTo(0, saved.top)
    // After the browser's own scroll restoration, which uses the previous page's height.
    requestAnimationFrame(() => window.scrollTo(0, saved.top))
  }
  if (isFocusTaken(navigation)) return
  const target = (saved?.link && nthLink(saved.link)) || newTitle(navigation)
  if (target === null) return
  if (!(target instanceof HTMLAnchorElement)) target.tabIndex = -1
  target.focus({ preventScroll: true })
  // The row may have moved since.
  if (saved !== null) requestAnimationFrame(() => target.scrollIntoView({ block: 'nearest' }))
}

function nthLink({ href, nth }: NonNullable<SavedPosition['link']>): HTMLElement | null {
  const all = findLinksTo(href)
  return all[nth] ?? all[0] ?? null
}

/** Null if the title is unchanged; between tabs, the tab itself. */
function newTitle({ title: previousTitle }: PageNavigation): HTMLElement | null {
  const title = findTitleElement()
  if (title === null || title === previousTitle) return null
  const tab = document.querySelector<HTMLElement>('main nav a[aria-current=page]')
  return title.textContent === previousTitle?.textContent && tab !== null ? tab : title
}

function isFocusTaken({ focus }: PageNavigation): boolean {
  if (document.querySelector('dialog:modal') !== null) return true
  const active = document.activeElement
  return active !== null && active !== document.body && active !== focus && active.id !== 'content'
}
