import { db } from '../db'
import { type PageOfJsonRows, pageMeta, pageOffset } from '../paging'
import { RawJson } from '../raw-json'
import { normalizeEmail } from '../validation/schema'
import {
  type ContactListPageJson,
  readBroadSearchPage,
  readContactListPage,
  readIndexedSearchPage,
  resolveContactOrder,
} from './contact-list-queries'
import { buildGramQueries, type ContactFilterSql, countSearch, resolveContactSearch } from './contact-search-queries'
import { loadDefaultCountry } from './contacts'
import { matchesFilterSql, readFilteredPage } from './filters/filter-queries'
import type { FilterQuery } from './filters/filter-terms'
import { resolveFilterQuery, resolveRecords } from './filters/resolve-filter'
import { toE164OrTrimmed } from './phone'
import type { BrowseContacts, Contact, ContactQuery } from './schema'

/**
 * A page of contacts, newest first by default. `total` is exact: stored for the whole list, for a location and for broad searches and
 * filters, counted through an index for narrow ones (docs/decisions/0008-contact-search.md, 0061-contact-filters.md).
 */
export async function listContacts(organizationId: string, input: BrowseContacts): Promise<PageOfJsonRows<Contact>> {
  const { search: searchText = '', email, phone } = input
  const query = await resolveFilterQuery(organizationId, input)
  const search = await resolveContactSearch(organizationId, searchText)
  const order = resolveContactOrder(input.sort)
  const needsActivity = query.terms !== '' || order.isByActivity
  if (needsActivity && search === null && email === undefined && phone === undefined)
    return toJsonPage(await readFilteredPage(organizationId, query, order, input), input)

  const filter = await buildFilter(organizationId, input, query)
  if (search === null)
    return toJsonPage(
      await readContactListPage(filter, order, input, needsActivity ? undefined : 'list-contacts'),
      input,
    )

  const { words, patterns, storedTotal } = search
  if (storedTotal === null)
    for (const lookup of buildGramQueries(organizationId, words)) {
      const name = query.terms === '' ? 'search-contacts' : undefined
      const page = await readIndexedSearchPage(filter, order, { lookup, patterns }, input, name)
      if (page.isAll) return toJsonPage(page, input)
    }
  const total =
    filter.isUnfiltered && storedTotal !== null ? storedTotal : await countSearch(organizationId, patterns, filter)
  // Most pages of a broad search fill up within a few hundred of the newest contacts, faster than through any index.
  if (pageOffset(input) >= total) return toJsonPage({ data: '', total }, input)
  return toJsonPage(await readBroadSearchPage(filter, order, patterns, total, input), input)
}

export async function resolveContactFilter(organizationId: string, input: ContactQuery): Promise<ContactFilterSql> {
  return buildFilter(organizationId, input, await resolveFilterQuery(organizationId, input))
}

/**
 * Conditions on the columns of contact. Location and company alone are read through indexes of their own; with other conditions they are
 * among the terms of `query`.
 */
async function buildFilter(organizationId: string, input: ContactQuery, query: FilterQuery): Promise<ContactFilterSql> {
  const { email, phone } = input
  const { locationIds = [], companyIds = [] } = query.terms === '' ? await resolveRecords(organizationId, input) : {}
  const values: unknown[] = [organizationId]
  const conditions = ['c.organization_id = $1::uuid']
  const add = (column: string, type: string, value: unknown) =>
    conditions.push(`c.${column} = $${values.push(value)}::${type}`)
  const addOneOf = (column: string, ids: readonly string[]) =>
    ids.length === 1 ? add(column, 'uuid', ids[0]) : conditions.push(`c.${column} = ANY ($${values.push(ids)}::uuid[])`)
  if (locationIds.length > 0) addOneOf('location_id', locationIds)
  if (companyIds.length > 0) addOneOf('contact_organization_id', companyIds)
  if (email !== undefined) add('email', 'text', normalizeEmail(email))
  if (phone !== undefined) add('phone', 'text', toE164OrTrimmed(phone, await loadDefaultCountry(db, organizationId)))
  if (query.terms !== '') conditions.push(matchesFilterSql(query, values))
  const sql = conditions.join(' AND ')
  const isNarrow =
    email !== undefined || phone !== undefined || companyIds.length > 0 || locationIds.length > 1 || query.terms !== ''
  const list = locationIds.length === 0 ? `'contact'` : 'location_list_key($2::uuid)'
  return {
    sql,
    values,
    totalSql: isNarrow ? `(SELECT count(*) FROM contact c WHERE ${sql})` : `list_length($1::uuid, ${list})`,
    isUnfiltered: conditions.length === 1,
  }
}

function toJsonPage({ data, total }: ContactListPageJson, request: BrowseContacts): PageOfJsonRows<Contact> {
  return { data: new RawJson(`[${data}]`), meta: pageMeta(total, request) }
}
