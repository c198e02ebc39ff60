import { buildGramQueries } from '../contacts/contact-search-queries'
import {
  type ContactMatch,
  listContactsByGrams,
  listContactsByPrefix,
  listMatchesAmongNewestContacts,
  type ParsedQuery,
} from './queries'
import type { FoundContact } from './schema'

/**
 * Contacts that match best by name or email: exact, then prefix, then word prefix, then substring. Runs each query only
 * if the previous ones found fewer than `enough`, and each reads a bounded number of rows
 * (docs/decisions/0053-command-menu-search.md). May return more than `enough`.
 */
export async function findContacts(
  organizationId: string,
  parsed: ParsedQuery,
  enough: number,
): Promise<FoundContact[]> {
  const matches = new Map<string, ContactMatch>()
  for (const lookup of listLookups(organizationId, parsed)) {
    for (const row of await lookup()) if (!matches.has(row.id)) matches.set(row.id, row)
    if (matches.size >= enough || isComplete(parsed, [...matches.values()])) break
  }
  // Stable sort: equal ranks keep the order in which they were found.
  return [...matches.values()].sort((a, b) => a.rank - b.rank).map(({ id, name, email }) => ({ id, name, email }))
}

function isComplete({ text }: ParsedQuery, rows: readonly ContactMatch[]): boolean {
  return text.length === 1 || (text.includes('@') && rows.some((row) => row.rank === 0))
}

function listLookups(organizationId: string, parsed: ParsedQuery): (() => Promise<ContactMatch[]>)[] {
  return [
    () => listContactsByPrefix(organizationId, parsed),
    () => listMatchesAmongNewestContacts(organizationId, parsed),
    // Cheapest query first.
    ...buildGramQueries(organizationId, parsed.gramWords).map(
      (grams) => () => listContactsByGrams(organizationId, parsed, grams),
    ),
  ]
}
