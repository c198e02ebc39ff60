import { usePathname } from 'next/navigation'
import { useSyncExternalStore } from 'react'

/** Scroll position and followed link of a page that was left. */
export type SavedPosition = {
  top: number
  link: { href: string; nth: number } | null
  /** A link, not only Back, restores the position. */
  restoresOnLink?: boolean
}

export type PageNavigation = {
  /** Pathname with query. */
  from: string
  to: string
  kind: 'push' | 'replace' | 'traverse'
  focus: Element | null
  title: HTMLElement | null
  /** Saved position of the target page, on Back and Forward. */
  savedPosition: SavedPosition | null
  isSlow: boolean
}

const SKELETON_DELAY_MS = 50

export const savedPositions = new Map<string, SavedPosition>()

const state = {
  navigation: null as PageNavigation | null,
  /** URL of the rendered page: on Back, the browser's own has already changed. */
  currentPathWithQuery:
    typeof location === 'undefined' ? '' : toPathWithQuery(location.pathname, new URLSearchParams(location.search)),
  timer: undefined as ReturnType<typeof setTimeout> | undefined,
  listeners: new Set<() => void>(),
}

export function recordNavigationStart(url: string, kind: PageNavigation['kind']): void {
  const { origin, pathname, searchParams } = new URL(url, location.href)
  const to = toPathWithQuery(pathname, searchParams)
  if (origin !== location.origin || to === state.currentPathWithQuery) return setPending(null)
  const { activeElement: focus } = document
  const saved = savedPositions.get(to) ?? null
  const before = kind === 'traverse' || saved?.restoresOnLink ? saved : null
  savedPositions.set(state.currentPathWithQuery, { top: window.scrollY, link: followedLink(focus, to) })
  const navigation: PageNavigation = {
    from: state.currentPathWithQuery,
    to,
    kind,
    focus,
    title: findTitleElement(),
    savedPosition: before,
    isSlow: false,
  }
  setPending(navigation)
  state.timer = setTimeout(() => setPending({ ...navigation, isSlow: true }), SKELETON_DELAY_MS)
}

/** @returns the navigation that the rendered page completes, or null if it was not by the router. */
export function recordNavigationEnd(address: string): PageNavigation | null {
  const { navigation } = state
  state.currentPathWithQuery = address
  setPending(null)
  return navigation
}

export function findLinksTo(href: string): HTMLAnchorElement[] {
  return [...document.querySelectorAll<HTMLAnchorElement>(`a[href="${CSS.escape(href)}"]`)]
}

function followedLink(focus: Element | null, to: string): SavedPosition['link'] {
  const link = focus instanceof HTMLAnchorElement ? focus : findLinksTo(to)[0]
  const href = link?.getAttribute('href')
  return link && href ? { href, nth: findLinksTo(href).indexOf(link) } : null
}

export function usePendingNavigation(): PageNavigation | null {
  const pathname = usePathname()
  const navigation = useSyncExternalStore(
    subscribe,
    () => state.navigation,
    () => null,
  )
  // The new page renders before `recordNavigationEnd` is called.
  return navigation !== null && stripQuery(navigation.from) === pathname ? navigation : null
}

/** Pathname of the current or pending page, for instant feedback. */
export function useDestinationPathname(): string {
  const pathname = usePathname()
  const navigation = usePendingNavigation()
  return navigation === null ? pathname : stripQuery(navigation.to)
}

/** Title of the visible page; a hidden one belongs to the page being left. */
export function findTitleElement(): HTMLElement | null {
  return [...document.querySelectorAll<HTMLElement>('main h1')].find((title) => title.offsetParent !== null) ?? null
}

export function toPathWithQuery(pathname: string, params: URLSearchParams): string {
  return params.size === 0 ? pathname : `${pathname}?${params}`
}

export function stripQuery(address: string): string {
  return address.split('?', 1)[0] ?? address
}

function subscribe(listener: () => void) {
  state.listeners.add(listener)
  return () => void state.listeners.delete(listener)
}

function setPending(navigation: PageNavigation | null): void {
  clearTimeout(state.timer)
  state.navigation = navigation
  for (const listener of state.listeners) listener()
}

// A page restored from the back/forward cache has no pending navigation.
if (typeof window !== 'undefined')
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) setPending(null)
  })
