import { RECENT_KEY } from '../forget-recent'
import { ENTRY_ICONS, type EntryKind } from './entry'

const AT_MOST = 8

export type Recent = { kind: EntryKind; id: string; label: string; href: string }

/** Scope of the storage: browsers may be shared, and users may be in several organizations. */
export type RecentOwner = { organizationId: string; email: string }

export function readRecent(owner: RecentOwner): Recent[] {
  const stored = attempt(() => JSON.parse(localStorage.getItem(keyFor(owner)) ?? '[]') as unknown)
  return Array.isArray(stored) ? stored.filter(isRecent).slice(0, AT_MOST) : []
}

export function rememberRecent(owner: RecentOwner, opened: Recent): void {
  const others = readRecent(owner).filter(({ kind, id }) => kind !== opened.kind || id !== opened.id)
  attempt(() => localStorage.setItem(keyFor(owner), JSON.stringify([opened, ...others].slice(0, AT_MOST))))
}

function keyFor({ organizationId, email }: RecentOwner): string {
  return `${RECENT_KEY}:${organizationId}:${email}`
}

function isRecent(value: unknown): value is Recent {
  const { kind, id, label, href } = (value ?? {}) as Partial<Record<keyof Recent, unknown>>
  const areTexts = [kind, id, label, href].every((text) => typeof text === 'string')
  return areTexts && String(kind) in ENTRY_ICONS && /^\/(?!\/)/.test(String(href))
}

function attempt<T>(ask: () => T): T | null {
  try {
    return ask()
  } catch (error) {
    if (error instanceof DOMException || error instanceof SyntaxError) return null
    throw error
  }
}
