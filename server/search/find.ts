import { type Asked, readAsked } from './asked'
import { findById, isId } from './find-by-id'
import { findContacts } from './find-contacts'
import { findNamed } from './find-named'
import { findNewestResponses, findResponses } from './find-responses'
import type { Found, FoundContact, FoundResponse } from './schema'

export type Finding = {
  query: string
  /** Per group. */
  limit: number
  includesWebhooks: boolean
}

const NOTHING: Found = { contacts: [], surveys: [], sequences: [], responses: [], records: [] }

/**
 * Search of the command menu: a record by its id, else contacts, surveys, sequences and responses by text, best match
 * first. Every query reads a bounded number of rows (docs/decisions/0008-search.md).
 */
export async function find(organizationId: string, { query, limit, includesWebhooks }: Finding): Promise<Found> {
  if (isId(query)) return findById(organizationId, query, includesWebhooks)
  const asked = await readAsked(organizationId, query)
  if (asked === null) return NOTHING
  const [contacts, named, newest] = await Promise.all([
    findContacts(organizationId, asked, limit),
    findNamed(organizationId, asked, limit),
    findNewestResponses(organizationId, asked, limit),
  ])
  return {
    ...NOTHING,
    ...named,
    contacts: contacts.slice(0, limit),
    responses: newest.length < limit ? await allResponses(organizationId, asked, contacts, newest, limit) : newest,
  }
}

async function allResponses(
  organizationId: string,
  asked: Asked,
  contacts: readonly FoundContact[],
  newest: readonly FoundResponse[],
  limit: number,
): Promise<FoundResponse[]> {
  const ids = contacts.map(({ id }) => id)
  const all = [...newest, ...(await findResponses(organizationId, asked, ids, limit))]
  return [...new Map(all.map((response) => [response.id, response])).values()]
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
    .slice(0, limit)
}
