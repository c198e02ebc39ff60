import { RECENT_KEY } from '../clear-recent-items'
import { ENTRY_ICONS, type EntryKind } from './menu-entry'

const MAX_ITEMS = 8

export type Recent = { kind: EntryKind; id: string; label: string; href: string }

/** Scope of the storage: browsers may be shared, and users may be in several organizations. */
export type RecentOwner = { organizationId: string; email: string }

export function readRecent(owner: RecentOwner): Recent[] {
  const stored = accessStorage(() => JSON.parse(localStorage.getItem(storageKey(owner)) ?? '[]') as unknown)
  return Array.isArray(stored) ? stored.filter(isRecent).slice(0, MAX_ITEMS) : []
}

export function rememberRecent(owner: RecentOwner, item: Recent): void {
  const others = readRecent(owner).filter(({ kind, id }) => kind !== item.kind || id !== item.id)
  accessStorage(() => localStorage.setItem(storageKey(owner), JSON.stringify([item, ...others].slice(0, MAX_ITEMS))))
}

function storageKey({ organizationId, email }: RecentOwner): string {
  return `${RECENT_KEY}:${organizationId}:${email}`
}

function isRecent(value: unknown): value is Recent {
  const { kind, id, label, href } = (value ?? {}) as Partial<Record<keyof Recent, unknown>>
  const areTexts = [kind, id, label, href].every((text) => typeof text === 'string')
  return areTexts && String(kind) in ENTRY_ICONS && /^\/(?!\/)/.test(String(href))
}

function accessStorage<T>(access: () => T): T | null {
  try {
    return access()
  } catch (error) {
    if (error instanceof DOMException || error instanceof SyntaxError) return null
    throw error
  }
}
