import { db } from '../db'
import { normalizeEmail } from '../fields/schema'
import { type JsonPage, pageMeta, pageOffset } from '../paging'
import { JsonText } from '../raw-json'
import { readIdsOfMeant } from '../records/resolve-record'
import { readDefaultCountry } from './contacts'
import { type Found, pageOfBroadSearch, pageOfLookup, readOrder, readPage } from './list-queries'
import { normalizePhone } from './phone'
import type { BrowseContacts, Contact } from './schema'
import { type Filter, gramLookups, readSearch, totalOfSearch } from './search-queries'

/**
 * A page of contacts, newest first by default. `total` is exact and from the same snapshot as the page: stored for the whole list, for a
 * location and for broad searches, counted through an index for narrow filters (docs/decisions/0008-search.md).
 */
export async function listContacts(organizationId: string, input: BrowseContacts): Promise<JsonPage<Contact>> {
  const filter = await buildFilter(organizationId, input)
  const search = await readSearch(organizationId, input.search ?? '')
  const order = readOrder(input.sort)
  if (search === null) return toJsonPage(await readPage(filter, order, input, 'list-contacts'), input)

  const { words, patterns, kept: storedTotal } = search
  if (storedTotal === null)
    for (const lookup of gramLookups(organizationId, words)) {
      const page = await pageOfLookup(filter, order, lookup, patterns, input)
      if (page.isAll) return toJsonPage(page, input)
    }
  const total =
    filter.isWhole && storedTotal !== null ? storedTotal : await totalOfSearch(organizationId, patterns, filter)
  // Most pages of a broad search fill up within a few hundred of the newest contacts, faster than through any index.
  if (pageOffset(input) >= total) return toJsonPage({ data: '', total }, input)
  return toJsonPage(await pageOfBroadSearch(filter, order, patterns, total, input), input)
}

async function buildFilter(organizationId: string, input: BrowseContacts): Promise<Filter> {
  const { email, phone, location_id: locationId, contact_organization_id: companyId } = input
  const values: unknown[] = [organizationId]
  const conditions = ['c.organization_id = $1::uuid']
  const add = (column: string, type: string, value: unknown) =>
    conditions.push(`c.${column} = $${values.push(value)}::${type}`)
  const addOneOf = (column: string, ids: readonly string[]) =>
    ids.length === 1 ? add(column, 'uuid', ids[0]) : conditions.push(`c.${column} = ANY ($${values.push(ids)}::uuid[])`)
  const locations = locationId === undefined ? [] : await readIdsOfMeant('location', organizationId, locationId)
  if (locations.length > 0) addOneOf('location_id', locations)
  if (companyId !== undefined)
    addOneOf('contact_organization_id', await readIdsOfMeant('contact_organization', organizationId, companyId))
  if (email !== undefined) add('email', 'text', normalizeEmail(email))
  if (phone !== undefined) add('phone', 'text', normalizePhone(phone, await readDefaultCountry(db, organizationId)))
  const sql = conditions.join(' AND ')
  const isNarrow = email !== undefined || phone !== undefined || companyId !== undefined || locations.length > 1
  const list = locationId === undefined ? `'contact'` : 'location_list_key($2::uuid)'
  return {
    sql,
    values,
    total: isNarrow ? `(SELECT count(*) FROM contact c WHERE ${sql})` : `list_length($1::uuid, ${list})`,
    isWhole: conditions.length === 1,
  }
}

function toJsonPage({ data, total }: Found, request: BrowseContacts): JsonPage<Contact> {
  return { data: new JsonText(`[${data}]`), meta: pageMeta(total, request) }
}
