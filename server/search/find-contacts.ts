import { gramLookups } from '../contacts/search-queries'
import { type Asked, type ContactRow, listContactsBeginning, listContactsByGrams, listNewestContacts } from './queries'
import type { FoundContact } from './schema'

/**
 * Contacts that match best by name or email: exact, then prefix, then word prefix, then substring. Runs each query only
 * if the previous ones found fewer than `enough`, and each reads a bounded number of rows
 * (docs/decisions/0008-search.md). May return more than `enough`.
 */
export async function findContacts(organizationId: string, asked: Asked, enough: number): Promise<FoundContact[]> {
  const found = new Map<string, ContactRow>()
  for (const look of looks(organizationId, asked)) {
    for (const row of await look()) if (!found.has(row.id)) found.set(row.id, row)
    if (found.size >= enough || isAll(asked, [...found.values()])) break
  }
  // Stable sort: equal ranks keep the order in which they were found.
  return [...found.values()].sort((a, b) => a.rank - b.rank).map(({ id, name, email }) => ({ id, name, email }))
}

function isAll({ text }: Asked, rows: readonly ContactRow[]): boolean {
  return text.length === 1 || (text.includes('@') && rows.some((row) => row.rank === 0))
}

function looks(organizationId: string, asked: Asked): (() => Promise<ContactRow[]>)[] {
  return [
    () => listContactsBeginning(organizationId, asked),
    () => listNewestContacts(organizationId, asked),
    // Cheapest query first.
    ...gramLookups(organizationId, asked.pieces).map(
      (grams) => () => listContactsByGrams(organizationId, asked, grams),
    ),
  ]
}
