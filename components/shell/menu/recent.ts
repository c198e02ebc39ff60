import { RECENT_KEY } from '../forget-recent'
import { ENTRY_ICONS, type EntryKind } from './entry'

const AT_MOST = 8

/** What was opened from the menu: enough to show it again, and nothing more of it. */
export type Recent = { kind: EntryKind; id: string; label: string; href: string }

/** Whose: one browser may be several people's, and one person may be in several organizations. */
export type RecentOwner = { organizationId: string; email: string }

/** What this person opened last in this organization, in this browser. */
export function readRecent(owner: RecentOwner): Recent[] {
  const stored = attempt(() => JSON.parse(localStorage.getItem(keyFor(owner)) ?? '[]') as unknown)
  return Array.isArray(stored) ? stored.filter(isRecent).slice(0, AT_MOST) : []
}

/** Puts it first. */
export function rememberRecent(owner: RecentOwner, opened: Recent): void {
  const others = readRecent(owner).filter(({ kind, id }) => kind !== opened.kind || id !== opened.id)
  attempt(() => localStorage.setItem(keyFor(owner), JSON.stringify([opened, ...others].slice(0, AT_MOST))))
}

function keyFor({ organizationId, email }: RecentOwner): string {
  return `${RECENT_KEY}:${organizationId}:${email}`
}

/** What an older version kept may look otherwise. */
function isRecent(value: unknown): value is Recent {
  const { kind, id, label, href } = (value ?? {}) as Partial<Record<keyof Recent, unknown>>
  const areTexts = [kind, id, label, href].every((text) => typeof text === 'string')
  return areTexts && String(kind) in ENTRY_ICONS && /^\/(?!\/)/.test(String(href))
}

/** A browser that forbids storage, or holds what is no JSON, has opened nothing. */
function attempt<T>(ask: () => T): T | null {
  try {
    return ask()
  } catch (error) {
    if (error instanceof DOMException || error instanceof SyntaxError) return null
    throw error
  }
}
