'use client'

import { usePathname } from 'next/navigation'
import { useSyncExternalStore } from 'react'

/** Scroll position and followed link of a page that was left. */
export type Whereabouts = {
  top: number
  link: { href: string; nth: number } | null
  /** A link (not Back) leads back to it: restore as for Back. */
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

const PATIENCE_MS = 50

export const left = new Map<string, Whereabouts>()

const state = {
  going: null as Going | null,
  /** URL of the rendered page: on Back, the browser's own has already changed. */
  here: typeof location === 'undefined' ? '' : addressOf(location.pathname, new URLSearchParams(location.search)),
  timer: undefined as ReturnType<typeof setTimeout> | undefined,
  watchers: new Set<() => void>(),
}

export function setOut(url: string, kind: Going['kind']): void {
  const { origin, pathname, searchParams } = new URL(url, location.href)
  const to = addressOf(pathname, searchParams)
  if (origin !== location.origin || to === state.here) return set(null)
  const { activeElement: focus } = document
  const there = left.get(to) ?? null
  const before = kind === 'traverse' || there?.isAwaited ? there : null
  left.set(state.here, { top: window.scrollY, link: followedLink(focus, to) })
  const going: Going = { from: state.here, to, kind, focus, title: titleElement(), before, isLong: false }
  set(going)
  state.timer = setTimeout(() => set({ ...going, isLong: true }), PATIENCE_MS)
}

/** Called when the page has rendered. @returns the navigation, or null if it was not by the router. */
export function arrive(address: string): Going | null {
  const { going } = state
  state.here = address
  set(null)
  return going
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
  const going = useSyncExternalStore(
    watch,
    () => state.going,
    () => null,
  )
  // The new page renders before `arrive` is called.
  return going !== null && pathOf(going.from) === pathname ? going : null
}

/** Pathname of the current or pending page, for instant feedback. */
export function useDestination(): string {
  const pathname = usePathname()
  const going = useGoing()
  return going === null ? pathname : pathOf(going.to)
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

function watch(changed: () => void) {
  state.watchers.add(changed)
  return () => void state.watchers.delete(changed)
}

function set(going: Going | null): void {
  clearTimeout(state.timer)
  state.going = going
  for (const changed of state.watchers) changed()
}

// A page restored from the back/forward cache has no pending navigation.
if (typeof window !== 'undefined')
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) set(null)
  })
