import { useSyncExternalStore } from 'react'
import { changedControls } from './forms/changed'

export type Lazy<T> = {
  /** Loads once; a failure is not cached, so that the next call retries. */
  load: () => Promise<T>
  /** Loads ahead of use; ignores errors, which surface on use. */
  preload: () => void
  /** The value, or null until loaded. */
  loaded: () => T | null
  watch: (changed: () => void) => () => void
}

/** Code loaded on first use: `lazily(() => import('./menu-parts'))`. */
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

/** Variant that preloads on the page's first pointer or key press, before its handler needs the code. */
export function lazilyFromFirstPress<T>(fetchCode: () => Promise<T>): Lazy<T> {
  const lazy = lazily(fetchCode)
  if (typeof document === 'undefined') return lazy
  const once = { once: true, passive: true, capture: true }
  for (const sign of ['pointerdown', 'keydown']) document.addEventListener(sign, lazy.preload, once)
  return lazy
}

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin']

/** Hydrate anyway after this long without interaction. */
const UNASKED_AFTER_MS = 5000

/**
 * Resolves on the first interaction, including one before this ran, or some time after load, since assistive technology may act without
 * events. Part of the common bundle, so that no event is missed.
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

/** Backoff between fetch attempts while online; covers a restart of the service. */
const PAUSES_MS = [500, 1000, 2000, 4000, 8000]

/**
 * Fetches code for an already rendered page. While offline it waits for the network, since the page may hold input; while online it retries
 * with backoff, then throws the last error.
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

/** The loaded value, or null; re-renders once loaded. */
export function useLazy<T>(lazy: Lazy<T>): T | null {
  return useSyncExternalStore(lazy.watch, lazy.loaded, () => null)
}
