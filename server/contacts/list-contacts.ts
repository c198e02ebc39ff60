import { db } from '../db'
import { listEquivalentIds } from '../master-data/resolve-merged-ids'
import { pageMeta, pageOffset, type RawJsonPage } from '../paging'
import { RawJson } from '../raw-json'
import { normalizeEmail } from '../validation/schema'
import {
  type ContactListPageJson,
  readBroadSearchPage,
  readContactListPage,
  readIndexedSearchPage,
  resolveContactOrder,
} from './contact-list-queries'
import {
  buildGramQueries,
  type ContactFilterSql,
  countAndStoreSearchTotal,
  resolveContactSearch,
} from './contact-search-queries'
import { loadDefaultCountry } from './contacts'
import { toE164OrTrimmed } from './phone'
import type { BrowseContacts, Contact } from './schema'

/**
 * A page of contacts, newest first by default. `total` is exact and from the same snapshot as the page: stored for the whole list, for a
 * location and for broad searches, counted through an index for narrow filters (docs/decisions/0008-contact-search.md).
 */
export async function listContacts(organizationId: string, input: BrowseContacts): Promise<RawJsonPage<Contact>> {
  const filter = await buildFilter(organizationId, input)
  const search = await resolveContactSearch(organizationId, input.search ?? '')
  const order = resolveContactOrder(input.sort)
  if (search === null) return toJsonPage(await readContactListPage(filter, order, input, 'list-contacts'), input)

  const { words, patterns, storedTotal } = search
  if (storedTotal === null)
    for (const lookup of buildGramQueries(organizationId, words)) {
      const page = await readIndexedSearchPage(filter, order, lookup, patterns, input)
      if (page.isAll) return toJsonPage(page, input)
    }
  const total =
    filter.isUnfiltered && storedTotal !== null
      ? storedTotal
      : await countAndStoreSearchTotal(organizationId, patterns, filter)
  // Most pages of a broad search fill up within a few hundred of the newest contacts, faster than through any index.
  if (pageOffset(input) >= total) return toJsonPage({ data: '', total }, input)
  return toJsonPage(await readBroadSearchPage(filter, order, patterns, total, input), input)
}

async function buildFilter(organizationId: string, input: BrowseContacts): Promise<ContactFilterSql> {
  const { email, phone, location_id: locationId, contact_organization_id: companyId } = input
  const values: unknown[] = [organizationId]
  const conditions = ['c.organization_id = $1::uuid']
  const add = (column: string, type: string, value: unknown) =>
    conditions.push(`c.${column} = $${values.push(value)}::${type}`)
  const addOneOf = (column: string, ids: readonly string[]) =>
    ids.length === 1 ? add(column, 'uuid', ids[0]) : conditions.push(`c.${column} = ANY ($${values.push(ids)}::uuid[])`)
  const locations = locationId === undefined ? [] : await listEquivalentIds('location', organizationId, locationId)
  if (locations.length > 0) addOneOf('location_id', locations)
  if (companyId !== undefined)
    addOneOf('contact_organization_id', await listEquivalentIds('contact_organization', organizationId, companyId))
  if (email !== undefined) add('email', 'text', normalizeEmail(email))
  if (phone !== undefined) add('phone', 'text', toE164OrTrimmed(phone, await loadDefaultCountry(db, organizationId)))
  const sql = conditions.join(' AND ')
  const isNarrow = email !== undefined || phone !== undefined || companyId !== undefined || locations.length > 1
  const list = locationId === undefined ? `'contact'` : 'location_list_key($2::uuid)'
  return {
    sql,
    values,
    totalSql: isNarrow ? `(SELECT count(*) FROM contact c WHERE ${sql})` : `list_length($1::uuid, ${list})`,
    isUnfiltered: conditions.length === 1,
  }
}

function toJsonPage({ data, total }: ContactListPageJson, request: BrowseContacts): RawJsonPage<Contact> {
  return { data: new RawJson(`[${data}]`), meta: pageMeta(total, request) }
}
