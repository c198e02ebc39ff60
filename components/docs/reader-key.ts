'use client'

import { useSyncExternalStore } from 'react'

/* What the reader chose, shared by every code block of a page: the language, and a key for the samples. */

const listeners = new Set<() => void>()
const apiKey = kept('docs-api-key', () => sessionStorage)
const language = kept('docs-language', () => localStorage)

/** The reader's own key; empty when none is given. It is kept for this tab alone, and this hook sends it nowhere. */
export function useReaderKey(): [key: string, setKey: (key: string) => void] {
  return [useSyncExternalStore(subscribe, apiKey.get, () => ''), apiKey.set]
}

/** The language that was chosen last, on any block of any guide; empty for none yet. */
export function useCodeLanguage(): [language: string, setLanguage: (language: string) => void] {
  return [useSyncExternalStore(subscribe, language.get, () => ''), language.set]
}

/** Enough of a key to know it by. */
export function keyHint(key: string): string {
  return key.length < 20 ? key : `${key.slice(0, 8)}…${key.slice(-4)}`
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A browser that keeps nothing throws when asked: then the choice lasts as long as the page. */
function kept(name: string, storage: () => Storage) {
  let value: string | undefined
  return {
    get: () => (value ??= attempt(() => storage().getItem(name)) ?? ''),
    set: (next: string) => {
      value = next
      attempt(() => storage().setItem(name, next))
      for (const listener of listeners) listener()
    },
  }
}

function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
