'use client'

import { useEffect } from 'react'
import { lazilyFromFirstPress, useLazy } from '../lazily'
import type { Said } from './toaster'

const toaster = lazilyFromFirstPress(() => import('./toaster'))

/** Messages sent before the toaster has loaded. */
const waiting: Said[] = []

/** Rendered once, in the root layout. */
export function Toaster() {
  const loaded = useLazy(toaster)
  useEffect(() => {
    if (loaded) for (const said of waiting.splice(0)) show(said)
  }, [loaded])
  return loaded && <loaded.ToastList />
}

/** Transient message: `toast.success('Contact created')`, `toast.error(message)`. Never the only place of a form error. */
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
