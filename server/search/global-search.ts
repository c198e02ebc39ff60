import { excerptAround } from './excerpt'
import { findById, isId } from './find-by-id'
import { findNamed } from './find-by-name'
import { findContacts } from './find-contacts'
import { readAsked } from './parse-query'
import type { Asked } from './queries'
import { listNewestResponses, listResponsesByWords, type ResponseRow } from './response-queries'
import type { Found, FoundContact, FoundResponse } from './schema'

export type Finding = {
  query: string
  limit: number
  includesWebhooks: boolean
}

const NO_RESULTS: Found = { contacts: [], surveys: [], sequences: [], responses: [], records: [] }

/**
 * Search of the command menu: a record by its id, else contacts, surveys, sequences and responses by text, best match
 * first. Every query reads a bounded number of rows (docs/decisions/0008-search.md).
 */
export async function find(organizationId: string, { query, limit, includesWebhooks }: Finding): Promise<Found> {
  if (isId(query)) return findById(organizationId, query, includesWebhooks)
  const parsed = await readAsked(organizationId, query)
  if (parsed === null) return NO_RESULTS
  const [contacts, named, newest] = await Promise.all([
    findContacts(organizationId, parsed, limit),
    findNamed(organizationId, parsed, limit),
    listNewestResponses(organizationId, parsed, limit),
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
  parsed: Asked,
  contacts: readonly FoundContact[],
  newest: readonly ResponseRow[],
  limit: number,
): Promise<ResponseRow[]> {
  const ids = contacts.map(({ id }) => id)
  const all = [...newest, ...(await listResponsesByWords(organizationId, parsed, ids, limit))]
  return [...new Map(all.map((row) => [row.id, row])).values()]
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .slice(0, limit)
}

function presentResponse({ comment, createdAt, ...row }: ResponseRow, words: readonly string[]): FoundResponse {
  return {
    ...row,
    comment: comment === null ? null : excerptAround(comment, words),
    createdAt: createdAt.toISOString(),
  }
}
