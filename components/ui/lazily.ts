import { useSyncExternalStore } from 'react'
import { changedControls } from './forms/changed'

export type Lazy<T> = {
  /** Fetches it, once; a failed fetch is forgotten, so that the next call tries again. */
  load: () => Promise<T>
  /** Fetches it ahead of its use. Whether that works shows when it is used. */
  preload: () => void
  /** It, or null while it is not here. */
  loaded: () => T | null
  watch: (changed: () => void) => () => void
}

/** Code that comes with its first use, not with the page: `lazily(() => import('./menu-parts'))`. */
export function lazily<T>(fetchCode: () => Promise<T>): Lazy<T> {
  const watchers = new Set<() => void>()
  let held: T | null = null
  let underWay: Promise<T> | null = null

  async function fetchOnce(): Promise<T> {
    try {
      held = await fetchCode()
    } finally {
      underWay = null
    }
    for (const changed of watchers) changed()
    return held
  }
  const load = async () => held ?? (underWay ??= fetchOnce())
  return {
    load,
    preload: () => void load().catch(() => null),
    loaded: () => held,
    watch: (changed) => {
      watchers.add(changed)
      return () => void watchers.delete(changed)
    },
  }
}

/** The same, fetched with the page's first press of a key or a button: before the answer to it needs it. */
export function lazilyFromFirstPress<T>(fetchCode: () => Promise<T>): Lazy<T> {
  const lazy = lazily(fetchCode)
  if (typeof document === 'undefined') return lazy
  const once = { once: true, passive: true, capture: true }
  for (const sign of ['pointerdown', 'keydown']) document.addEventListener(sign, lazy.preload, once)
  return lazy
}

/** What somebody does who is about to use the page. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin']

/** So long after the page has loaded it is nobody's hurry any more. */
const UNASKED_AFTER_MS = 5000

/**
 * The first sign of a person on this page, also one from before this ran; and without any, some time after the page has
 * loaded: assistive technology may press without a sign. It stands in what every page loads, so that none is missed.
 */
export const firstSign = new Promise<void>((resolve) => {
  if (typeof document === 'undefined') return
  if (changedControls(document.querySelectorAll('input, select, textarea')).length > 0) resolve()
  const once = { once: true, passive: true, capture: true }
  for (const sign of SIGNS) document.addEventListener(sign, () => resolve(), once)
  const later = () => setTimeout(resolve, UNASKED_AFTER_MS)
  if (document.readyState === 'complete') later()
  else window.addEventListener('load', later, { once: true })
})

/** Pauses between tries to fetch code with a network there: a service that starts anew is back within them. */
const PAUSES_MS = [500, 1000, 2000, 4000, 8000]

/**
 * Fetches code that a page which already stands there waits for. Without a network it waits for one, since the page
 * holds what was typed meanwhile; with one it tries again with pauses, and then throws what the last try threw.
 */
export async function fetchPatiently<T>(fetchCode: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; ) {
    try {
      return await fetchCode()
    } catch (error) {
      const pause = PAUSES_MS[tries]
      if (pause === undefined) throw error
      if (navigator.onLine) {
        tries += 1
        await new Promise((resolve) => setTimeout(resolve, pause))
      } else await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
    }
  }
}

/** What was fetched, or null; draws again once it is here. */
export function useLazy<T>(lazy: Lazy<T>): T | null {
  return useSyncExternalStore(lazy.watch, lazy.loaded, () => null)
}
