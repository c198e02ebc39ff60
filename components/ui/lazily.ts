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

/** What was fetched, or null; draws again once it is here. */
export function useLazy<T>(lazy: Lazy<T>): T | null {
  return useSyncExternalStore(lazy.watch, lazy.loaded, () => null)
}
