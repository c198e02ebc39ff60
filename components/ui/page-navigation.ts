'use client'

import { usePathname } from 'next/navigation'
import { useSyncExternalStore } from 'react'

/** Scroll position and followed link of a page that was left. */
export type Whereabouts = {
  top: number
  link: { href: string; nth: number } | null
  /** A link, not only Back, restores the position. */
  isAwaited?: boolean
}

export type Going = {
  /** Pathname with query. */
  from: string
  to: string
  kind: 'push' | 'replace' | 'traverse'
  focus: Element | null
  title: HTMLElement | null
  /** Saved position of the target page, on Back and Forward. */
  before: Whereabouts | null
  isLong: boolean
}

const SKELETON_DELAY_MS = 50

export const left = new Map<string, Whereabouts>()

const state = {
  navigation: null as Going | null,
  /** URL of the rendered page: on Back, the browser's own has already changed. */
  currentAddress:
    typeof location === 'undefined' ? '' : addressOf(location.pathname, new URLSearchParams(location.search)),
  timer: undefined as ReturnType<typeof setTimeout> | undefined,
  listeners: new Set<() => void>(),
}

export function setOut(url: string, kind: Going['kind']): void {
  const { origin, pathname, searchParams } = new URL(url, location.href)
  const to = addressOf(pathname, searchParams)
  if (origin !== location.origin || to === state.currentAddress) return setPending(null)
  const { activeElement: focus } = document
  const saved = left.get(to) ?? null
  const before = kind === 'traverse' || saved?.isAwaited ? saved : null
  left.set(state.currentAddress, { top: window.scrollY, link: followedLink(focus, to) })
  const navigation: Going = {
    from: state.currentAddress,
    to,
    kind,
    focus,
    title: titleElement(),
    before,
    isLong: false,
  }
  setPending(navigation)
  state.timer = setTimeout(() => setPending({ ...navigation, isLong: true }), SKELETON_DELAY_MS)
}

/** @returns the navigation that the rendered page completes, or null if it was not by the router. */
export function arrive(address: string): Going | null {
  const { navigation } = state
  state.currentAddress = address
  setPending(null)
  return navigation
}

export function linksTo(href: string): HTMLAnchorElement[] {
  return [...document.querySelectorAll<HTMLAnchorElement>(`a[href="${CSS.escape(href)}"]`)]
}

function followedLink(focus: Element | null, to: string): Whereabouts['link'] {
  const link = focus instanceof HTMLAnchorElement ? focus : linksTo(to)[0]
  const href = link?.getAttribute('href')
  return link && href ? { href, nth: linksTo(href).indexOf(link) } : null
}

export function useGoing(): Going | null {
  const pathname = usePathname()
  const navigation = useSyncExternalStore(
    subscribe,
    () => state.navigation,
    () => null,
  )
  // The new page renders before `arrive` is called.
  return navigation !== null && pathOf(navigation.from) === pathname ? navigation : null
}

/** Pathname of the current or pending page, for instant feedback. */
export function useDestination(): string {
  const pathname = usePathname()
  const navigation = useGoing()
  return navigation === null ? pathname : pathOf(navigation.to)
}

/** Title of the visible page; a hidden one belongs to the page being left. */
export function titleElement(): HTMLElement | null {
  return [...document.querySelectorAll<HTMLElement>('main h1')].find((title) => title.offsetParent !== null) ?? null
}

export function addressOf(pathname: string, params: URLSearchParams): string {
  return params.size === 0 ? pathname : `${pathname}?${params}`
}

export function pathOf(address: string): string {
  return address.split('?', 1)[0] ?? address
}

function subscribe(listener: () => void) {
  state.listeners.add(listener)
  return () => void state.listeners.delete(listener)
}

function setPending(navigation: Going | null): void {
  clearTimeout(state.timer)
  state.navigation = navigation
  for (const listener of state.listeners) listener()
}

// A page restored from the back/forward cache has no pending navigation.
if (typeof window !== 'undefined')
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) setPending(null)
  })
