import { parseCommentQuery } from '../responses/comment-query'
import type { ResponseSearch } from '../responses/search-queries'
import { findContacts } from './find-contacts'
import { parseSearchQuery } from './parse-search-query'

const CONTACTS_MAX = 50

export async function resolveResponseSearch(organizationId: string, query: string): Promise<ResponseSearch> {
  const [commentQuery, contactIds] = await Promise.all([
    parseCommentQuery(organizationId, query),
    findContactIds(organizationId, query),
  ])
  return { commentQuery, contactIds }
}

async function findContactIds(organizationId: string, query: string): Promise<string[]> {
  const parsed = await parseSearchQuery(organizationId, query)
  if (parsed === null) return []
  return (await findContacts(organizationId, parsed, CONTACTS_MAX)).slice(0, CONTACTS_MAX).map(({ id }) => id)
}
