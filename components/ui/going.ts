'use client'

import { usePathname } from 'next/navigation'
import { useSyncExternalStore } from 'react'

/** Where one was on a page that one left: how far down, and at which of the links to where. */
export type Whereabouts = {
  top: number
  link: { href: string; nth: number } | null
  /** A link leads back to there: it is as if one had gone Back. */
  isAwaited?: boolean
}

export type Going = {
  /** The addresses as paths with their parameters. */
  from: string
  to: string
  /** `traverse` is Back and Forward. */
  kind: 'push' | 'replace' | 'traverse'
  /** What had the focus, and the title, on the page that is left. */
  focus: Element | null
  title: HTMLElement | null
  /** On Back and Forward, where one was on the page that one goes to. */
  before: Whereabouts | null
  /** It takes long enough to show something meanwhile. */
  isLong: boolean
}

/** How long a page may take before something is shown in its place: shorter, and it would only flash. */
const PATIENCE_MS = 50

/** Where one was on each page that one left, by its address. */
export const left = new Map<string, Whereabouts>()

const state = {
  going: null as Going | null,
  /** The page that is shown: on Back the browser's own address is already the other one. */
  here: typeof location === 'undefined' ? '' : addressOf(location.pathname, new URLSearchParams(location.search)),
  timer: undefined as ReturnType<typeof setTimeout> | undefined,
  watchers: new Set<() => void>(),
}

/** The way to another page begins. */
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

/** The page of this address stands; answers how one came, null where that was not by the router. */
export function arrive(address: string): Going | null {
  const { going } = state
  state.here = address
  set(null)
  return going
}

/** Every link that says this. */
export function linksTo(href: string): HTMLAnchorElement[] {
  return [...document.querySelectorAll<HTMLAnchorElement>(`a[href="${CSS.escape(href)}"]`)]
}

/** The link that has the focus, or else the first that leads there. */
function followedLink(focus: Element | null, to: string): Whereabouts['link'] {
  const link = focus instanceof HTMLAnchorElement ? focus : linksTo(to)[0]
  const href = link?.getAttribute('href')
  return link && href ? { href, nth: linksTo(href).indexOf(link) } : null
}

/** Where one is on the way to, while the page one leaves is still shown. */
export function useGoing(): Going | null {
  const pathname = usePathname()
  const going = useSyncExternalStore(
    watch,
    () => state.going,
    () => null,
  )
  // The new page is drawn before it is told that it has arrived.
  return going !== null && pathOf(going.from) === pathname ? going : null
}

/** The path that one is at, or already on the way to: a press is answered at once. */
export function useDestination(): string {
  const pathname = usePathname()
  const going = useGoing()
  return going === null ? pathname : pathOf(going.to)
}

/** The title of the page that is shown; a hidden one belongs to a page that is being left. */
export function titleElement(): HTMLElement | null {
  return [...document.querySelectorAll<HTMLElement>('main h1')].find((title) => title.offsetParent !== null) ?? null
}

/** Path and parameters, always written alike. */
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

// A page that the browser brings back whole is on no way.
if (typeof window !== 'undefined')
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) set(null)
  })
