import { accessStorage } from '../../ui/access-storage'
import { RECENT_ITEMS_KEY_PREFIX } from '../clear-recent-items'
import { MENU_ENTRY_ICONS, type MenuEntryKind } from './menu-entry'

const MAX_ITEMS = 8

export type RecentItem = { kind: MenuEntryKind; id: string; label: string; href: string }

/** Scope of the storage: browsers may be shared, and users may be in several organizations. */
export type RecentItemsScope = { organizationId: string; email: string }

export function readRecentItems(owner: RecentItemsScope): RecentItem[] {
  const stored = accessStorage(() => JSON.parse(localStorage.getItem(storageKey(owner)) ?? '[]') as unknown)
  return Array.isArray(stored) ? stored.filter(isRecent).slice(0, MAX_ITEMS) : []
}

export function addRecentItem(owner: RecentItemsScope, item: RecentItem): void {
  const others = readRecentItems(owner).filter(({ kind, id }) => kind !== item.kind || id !== item.id)
  accessStorage(() => localStorage.setItem(storageKey(owner), JSON.stringify([item, ...others].slice(0, MAX_ITEMS))))
}

function storageKey({ organizationId, email }: RecentItemsScope): string {
  return `${RECENT_ITEMS_KEY_PREFIX}:${organizationId}:${email}`
}

function isRecent(value: unknown): value is RecentItem {
  const { kind, id, label, href } = (value ?? {}) as Partial<Record<keyof RecentItem, unknown>>
  const areTexts = [kind, id, label, href].every((text) => typeof text === 'string')
  return areTexts && String(kind) in MENU_ENTRY_ICONS && /^\/(?!\/)/.test(String(href))
}
