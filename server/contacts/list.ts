import { db, queryRows } from '../db'
import { normalizeEmail } from '../fields/schema'
import { JsonText } from '../json-text'
import { DEEP_FROM, type JsonPage, pageMeta, pageOffset } from '../paging'
import { readIdsOfMeant } from '../records/meant-record'
import { readDefaultCountry } from './contacts'
import {
  asJson,
  deepPage,
  type Found,
  type FoundRow,
  found,
  type Order,
  orderBy,
  readOrder,
  shortly,
} from './list-query'
import { normalizePhone } from './phone'
import type { BrowseContacts, Contact } from './schema'
import { BROAD_FROM, type Filter, gramLookups, holds, matches, readSearch, totalOfSearch } from './search'

/**
 * A page of contacts, newest first by default. `total` is exact and from the same snapshot as the page: stored for the whole list, for a
 * location and for broad searches, counted through an index for narrow filters (docs/decisions/0008-search.md).
 */
export async function listContacts(organizationId: string, input: BrowseContacts): Promise<JsonPage<Contact>> {
  const filter = await readFilter(organizationId, input)
  const search = await readSearch(organizationId, input.search ?? '')
  const order = readOrder(input.sort)
  if (search === null) return toJsonPage(await readPage(filter, order, input, 'list-contacts'), input)

  const { words, patterns, kept } = search
  if (kept === null)
    for (const lookup of gramLookups(organizationId, words)) {
      const page = await pageOfLookup(filter, order, lookup, patterns, input)
      if (page.isAll) return toJsonPage(page, input)
    }
  const total = filter.isWhole && kept !== null ? kept : await totalOfSearch(organizationId, patterns, filter)
  // Most pages of a broad search fill up within a few hundred of the newest contacts, faster than through any index.
  if (pageOffset(input) >= total) return toJsonPage({ data: '', total }, input)
  return toJsonPage(await pageOfBroadSearch(filter, order, patterns, total, input), input)
}

async function readFilter(organizationId: string, input: BrowseContacts): Promise<Filter> {
  const { email, phone, location_id: locationId, contact_organization_id: companyId } = input
  const values: unknown[] = [organizationId]
  const conditions = ['c.organization_id = $1::uuid']
  const add = (column: string, type: string, value: unknown) =>
    conditions.push(`c.${column} = $${values.push(value)}::${type}`)
  /** A record has several ids while it is merged. */
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
  const list = locationId === undefined ? `'contact'` : 'location_list($2::uuid)'
  return {
    sql,
    values,
    total: isNarrow ? `(SELECT count(*) FROM contact c WHERE ${sql})` : `list_length($1::uuid, ${list})`,
    isWhole: conditions.length === 1,
  }
}

/** @param name of the prepared statement; without it PostgreSQL plans for the values, as a search needs. */
async function readPage({ sql, values, total }: Filter, order: Order, input: BrowseContacts, name?: string) {
  const [skip, take] = [`$${values.length + 1}::bigint`, `$${values.length + 2}::bigint`]
  const isDeep = pageOffset(input) >= DEEP_FROM
  const rows = isDeep
    ? deepPage(sql, order, { skip, take, total: '(SELECT total FROM length)' })
    : `SELECT * FROM contact c WHERE ${sql} ${orderBy(order)} OFFSET ${skip} LIMIT ${take}`
  return found(
    await queryRows<FoundRow>({
      ...(name === undefined ? {} : { name: `${name}${isDeep ? '-deep' : ''}:${shortly(sql)}:${order.name}` }),
      text: `WITH length AS MATERIALIZED (SELECT ${total} AS total) SELECT total, ${asJson(rows)} AS data FROM length`,
      values: [...values, pageOffset(input), input.limit],
    }),
  )
}

/** With another filter, counting is the only alternative, so a longer scan pays off. */
const LOOKED_AT_WITH_FILTER = 50_000

/** Filters index matches by the full search. `isAll`: the index returned fewer rows than the limit, so the result is complete. */
async function pageOfLookup(
  { sql, values, isWhole }: Filter,
  order: Order,
  lookup: string,
  patterns: readonly string[],
  input: BrowseContacts,
): Promise<Found & { isAll: boolean }> {
  const next = values.length
  const most = isWhole ? BROAD_FROM : LOOKED_AT_WITH_FILTER
  const text = `
    WITH looked AS MATERIALIZED (
      SELECT c.id, ${order.key} AS place, ${sql} AND ${matches(next + 2)} AS is_hit FROM contact c WHERE ${holds(next + 1)} LIMIT ${most}
    )
    SELECT count(*) < ${most} AS "isAll", count(*) FILTER (WHERE is_hit) AS total, ${asJson(`SELECT c.* FROM (
      SELECT id FROM looked WHERE is_hit ORDER BY place ${order.direction}, id ${order.direction} OFFSET $${next + 3}::bigint LIMIT $${next + 4}::bigint) h
      JOIN contact c ON c.organization_id = $1::uuid AND c.id = h.id ${orderBy(order)}`)} AS data FROM looked`
  const parameters = [...values, lookup, patterns, pageOffset(input), input.limit]
  const rows = await queryRows<FoundRow & { isAll: boolean }>({
    name: `search-contacts:${shortly(sql)}:${order.name}`,
    text,
    values: parameters,
  })
  return { ...found(rows), isAll: rows[0]?.isAll === true }
}

/**
 * Reads contacts in order until the page is full. The `coalesce` makes PostgreSQL assume that half of the rows match, so that it reads
 * in index order instead of sorting the whole list.
 */
function pageOfBroadSearch(
  { sql, values, isWhole }: Filter,
  order: Order,
  patterns: readonly string[],
  total: number,
  input: BrowseContacts,
): Promise<Found> {
  const isHit = `coalesce(${matches(values.length + 1)}, false)`
  const filter = { sql: `${sql} AND ${isHit}`, values: [...values, patterns, total], isWhole }
  return readPage({ ...filter, total: `$${filter.values.length}::bigint` }, order, input)
}

function toJsonPage({ data, total }: Found, request: BrowseContacts): JsonPage<Contact> {
  return { data: new JsonText(`[${data}]`), meta: pageMeta(total, request) }
}
