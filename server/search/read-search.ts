import { readAskedWords } from '../responses/asked-words'
import type { Search } from '../responses/search-queries'
import { readAsked } from './asked'
import { findContacts } from './find-contacts'

const CONTACTS_AT_MOST = 50

export async function readSearch(organizationId: string, query: string): Promise<Search> {
  const [asked, contactIds] = await Promise.all([
    readAskedWords(organizationId, query),
    findContactIds(organizationId, query),
  ])
  return { asked, contactIds }
}

async function findContactIds(organizationId: string, query: string): Promise<string[]> {
  const asked = await readAsked(organizationId, query)
  if (asked === null) return []
  return (await findContacts(organizationId, asked, CONTACTS_AT_MOST)).slice(0, CONTACTS_AT_MOST).map(({ id }) => id)
}
