import { readAskedWords } from '../responses/comment-query'
import type { Search } from '../responses/search-queries'
import { findContacts } from './find-contacts'
import { readAsked } from './parse-query'

const CONTACTS_MAX = 50

export async function readSearch(organizationId: string, query: string): Promise<Search> {
  const [asked, contactIds] = await Promise.all([
    readAskedWords(organizationId, query),
    findContactIds(organizationId, query),
  ])
  return { asked, contactIds }
}

async function findContactIds(organizationId: string, query: string): Promise<string[]> {
  const parsed = await readAsked(organizationId, query)
  if (parsed === null) return []
  return (await findContacts(organizationId, parsed, CONTACTS_MAX)).slice(0, CONTACTS_MAX).map(({ id }) => id)
}
