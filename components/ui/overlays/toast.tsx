'use client'

import { useEffect, useState } from 'react'
import type { Said } from './toast-list'

const loadList = async () => import('./toast-list')

const queued: Said[] = []

const state = { show: (message: Said) => void queued.push(message), load: () => undefined as void }

/** Rendered once, in the root layout. The list loads with the first press or key; after a failed load, with the next message. */
export function Toaster() {
  const [module, setModule] = useState<Awaited<ReturnType<typeof loadList>> | null>(null)
  useEffect(() => {
    state.load = () => void loadList().then(setModule, () => undefined)
    const load = () => state.load()
    const events = ['pointerdown', 'keydown'] as const
    for (const event of events) window.addEventListener(event, load, { once: true, capture: true })
    return () => {
      for (const event of events) window.removeEventListener(event, load, { capture: true })
    }
  }, [])
  useEffect(() => {
    if (module === null) return
    Object.assign(state, { show: module.show, load: () => undefined })
    for (const message of queued.splice(0)) module.show(message)
  }, [module])
  return module && <module.ToastList />
}

/** Transient message: `toast.success('Contact created')`, `toast.error(message)`. Never the only place of a form error. */
export const toast = {
  success: (words: string, action?: Said['action']) =>
    showToast({ kind: 'success', words, ...(action ? { action } : {}) }),
  error: (words: string) => showToast({ kind: 'error', words }),
}

function showToast(message: Said): void {
  state.show(message)
  state.load()
}
