'use client'

import { useEffect } from 'react'
import { lazilyFromFirstPress, useLazy } from '../lazily'

const toaster = lazilyFromFirstPress(() => import('./toaster'))

export type Said = {
  kind: 'success' | 'error'
  words: string
  /** What can be done about it: it then stays longer, and as long as somebody is at it. */
  action?: { label: string; onClick: () => void }
}

/** What was said before there was a place for it. */
const waiting: Said[] = []

/** Stands once, in the root layout. */
export function Toaster() {
  const loaded = useLazy(toaster)
  useEffect(() => {
    if (loaded) for (const said of waiting.splice(0)) show(said)
  }, [loaded])
  return loaded && <loaded.ToastList />
}

/**
 * `toast.success('Contact created')`, `toast.error(message)`: what just happened, in passing. Never the only place of an
 * error in a form.
 */
export const toast = {
  success: (words: string, action?: Said['action']) => say({ kind: 'success', words, ...(action ? { action } : {}) }),
  error: (words: string) => say({ kind: 'error', words }),
}

function say(said: Said): void {
  if (toaster.loaded()) return show(said)
  waiting.push(said)
  toaster.preload()
}

function show(said: Said): void {
  toaster.loaded()?.show(said)
}
