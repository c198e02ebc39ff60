import { type ChangeFeedRequest, type Changes, listChanges } from '../change-feed/list-changes'
import { readChangedContacts } from './contact-list-queries'
import { BROAD_SEARCH_MIN_MATCHES, buildGramQueries, resolveContactSearch } from './contact-search-queries'
import { listContacts, resolveContactFilter } from './list-contacts'
import type { Contact, ListContacts } from './schema'

/** Contacts in the order of their last change; deleted ones come whatever the filters. */
export async function listChangedContacts(
  organizationId: string,
  filters: Omit<ListContacts, 'page' | 'limit'>,
  request: ChangeFeedRequest,
): Promise<Changes<Contact>> {
  const [filter, search, { meta }] = await Promise.all([
    resolveContactFilter(organizationId, filters),
    resolveContactSearch(organizationId, filters.search ?? ''),
    listContacts(organizationId, { ...filters, page: 1, limit: 1 }),
  ])
  const [lookup = null] =
    search && meta.total < BROAD_SEARCH_MIN_MATCHES ? buildGramQueries(organizationId, search.words).slice(-1) : []
  return listChanges(organizationId, request, {
    kind: 'contact',
    total: meta.total,
    read: async (range, limit) => {
      const contacts = await readChangedContacts(filter, search && { ...search, lookup }, range, limit)
      return contacts.map((contact) => ({ at: new Date(contact.updatedAt), id: contact.id, item: contact }))
    },
  })
}
