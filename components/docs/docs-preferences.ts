'use client'

import { useSyncExternalStore } from 'react'

/* Language and API key that the reader chose, shared by every code block of a page. */

const listeners = new Set<() => void>()
const apiKey = storedValue('docs-api-key', () => sessionStorage)
const language = storedValue('docs-language', () => localStorage)

/** The reader’s API key, or ''. Stored in sessionStorage of this tab; this hook sends it nowhere. */
export function useStoredApiKey(): [key: string, setKey: (key: string) => void] {
  return [useSyncExternalStore(subscribe, apiKey.get, () => ''), apiKey.set]
}

export function useCodeLanguage(): [language: string, setLanguage: (language: string) => void] {
  return [useSyncExternalStore(subscribe, language.get, () => ''), language.set]
}

export function maskKey(key: string): string {
  return key.length < 20 ? key : `${key.slice(0, 8)}…${key.slice(-4)}`
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Falls back to memory if storage throws (e.g. blocked by the browser). */
function storedValue(name: string, storage: () => Storage) {
  let value: string | undefined
  return {
    get: () => (value ??= accessStorage(() => storage().getItem(name)) ?? ''),
    set: (next: string) => {
      value = next
      accessStorage(() => storage().setItem(name, next))
      for (const listener of listeners) listener()
    },
  }
}

function accessStorage<T>(access: () => T): T | undefined {
  try {
    return access()
  } catch {
    return undefined
  }
}
