'use client'

import { useEffect, useState } from 'react'
import type { ToastMessage } from './toast-list'

const loadList = async () => import('./toast-list')

const queued: ToastMessage[] = []

const state = { show: (message: ToastMessage) => void queued.push(message), load: () => undefined as void }

/** Rendered once, in the root layout. The list loads with the first press or key; after a failed load, with the next message. */
export function Toaster() {
  const [module, setModule] = useState<Awaited<ReturnType<typeof loadList>> | null>(null)
  useEffect(() => {
    state.load = () => void loadList().then(setModule, () => undefined)
    const listening = new AbortController()
    const options = { once: true, capture: true, signal: listening.signal }
    for (const event of ['pointerdown', 'keydown']) window.addEventListener(event, () => state.load(), options)
    return () => listening.abort()
  }, [])
  useEffect(() => {
    if (module === null) return
    Object.assign(state, { show: module.showToast, load: () => undefined })
    for (const message of queued.splice(0)) module.showToast(message)
  }, [module])
  return module && <module.ToastList />
}

/** Transient message: `toast.success('Contact created')`, `toast.error(message)`. Never the only place of a form error. */
export const toast = {
  success: (words: string, action?: ToastMessage['action']) =>
    enqueueToast({ kind: 'success', text: words, ...(action ? { action } : {}) }),
  error: (words: string) => enqueueToast({ kind: 'error', text: words }),
}

function enqueueToast(message: ToastMessage): void {
  state.show(message)
  state.load()
}
