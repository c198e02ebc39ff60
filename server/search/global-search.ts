import { excerptAround } from './excerpt'
import { findById, isUuid } from './find-by-id'
import { findByName } from './find-by-name'
import { findContacts } from './find-contacts'
import { parseSearchQuery } from './parse-query'
import type { ParsedQuery } from './queries'
import { listMatchesAmongNewestResponses, listResponsesByWords, type ResponseMatch } from './response-queries'
import type { FoundContact, FoundResponse, SearchResults } from './schema'

export type GlobalSearchInput = {
  query: string
  limit: number
  includesWebhooks: boolean
}

const NO_RESULTS: SearchResults = { contacts: [], surveys: [], sequences: [], responses: [], records: [] }

/**
 * Search of the command menu: a record by its id, else contacts, surveys, sequences and responses by text, best match
 * first. Every query reads a bounded number of rows (docs/decisions/0053-command-menu-search.md).
 */
export async function searchGlobally(
  organizationId: string,
  { query, limit, includesWebhooks }: GlobalSearchInput,
): Promise<SearchResults> {
  if (isUuid(query)) return findById(organizationId, query, includesWebhooks)
  const parsed = await parseSearchQuery(organizationId, query)
  if (parsed === null) return NO_RESULTS
  const [contacts, named, newest] = await Promise.all([
    findContacts(organizationId, parsed, limit),
    findByName(organizationId, parsed, limit),
    listMatchesAmongNewestResponses(organizationId, parsed, limit),
  ])
  const responses =
    newest.length < limit ? await addIndexedResponses(organizationId, parsed, contacts, newest, limit) : newest
  return {
    ...NO_RESULTS,
    ...named,
    contacts: contacts.slice(0, limit),
    responses: responses.map((row) => presentResponse(row, parsed.words)),
  }
}

async function addIndexedResponses(
  organizationId: string,
  parsed: ParsedQuery,
  contacts: readonly FoundContact[],
  newest: readonly ResponseMatch[],
  limit: number,
): Promise<ResponseMatch[]> {
  const ids = contacts.map(({ id }) => id)
  const all = [...newest, ...(await listResponsesByWords(organizationId, parsed, ids, limit))]
  return [...new Map(all.map((row) => [row.id, row])).values()]
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .slice(0, limit)
}

function presentResponse({ comment, createdAt, ...row }: ResponseMatch, words: readonly string[]): FoundResponse {
  return {
    ...row,
    comment: comment === null ? null : excerptAround(comment, words),
    createdAt: createdAt.toISOString(),
  }
}
