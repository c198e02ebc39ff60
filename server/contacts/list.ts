import { db, queryRows } from '../db'
import { normalizeEmail } from '../fields/schema'
import { JsonText } from '../json-text'
import { type JsonPage, pageMeta, pageOffset } from '../paging'
import { readIdsOfMeant } from '../records/meant-record'
import { readDefaultCountry } from './contacts'
import { isDeepPage, pageFromMark } from './deep-pages'
import { asJson, type Found, type FoundRow, found, type Order, orderBy, readOrder, shortly } from './list-query'
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
  if (order.isUsual && isDeepPage(filter, search, input))
    return toJsonPage(await pageFromMark(filter, search, input), input)
  if (search === null) return toJsonPage(await pageOfFilter(filter, order, input), input)

  const { words, patterns, kept } = search
  if (kept === null)
    for (const lookup of gramLookups(organizationId, words)) {
      const page = await pageOfLookup(filter, order, lookup, patterns, input)
      if (page.isAll) return toJsonPage(page, input)
    }
  const total = filter.isWhole && kept !== null ? kept : await totalOfSearch(organizationId, patterns, filter)
  // Most pages of a broad search fill up within a few hundred of the newest contacts, faster than through any index.
  const data = pageOffset(input) < total ? await pageOfBroadSearch(filter, order, patterns, input) : ''
  return toJsonPage({ data, total }, input)
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
  const list = isNarrow ? null : locationId === undefined ? `'contact'` : 'location_list($2::uuid)'
  return {
    organizationId,
    sql,
    values,
    total: list === null ? `(SELECT count(*) FROM contact c WHERE ${sql})` : `list_length($1::uuid, ${list})`,
    list,
    isWhole: conditions.length === 1,
  }
}

async function pageOfFilter({ sql, values, total }: Filter, order: Order, input: BrowseContacts): Promise<Found> {
  const [skip, take] = [`$${values.length + 1}::bigint`, `$${values.length + 2}::bigint`]
  const text = `SELECT ${total} AS total, ${asJson(`SELECT * FROM contact c WHERE ${sql} ${orderBy(order)} OFFSET ${skip} LIMIT ${take}`)} AS data`
  return found(
    await queryRows<FoundRow>({
      name: `list-contacts:${shortly(sql)}:${order.name}`,
      text,
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
async function pageOfBroadSearch(
  { sql, values }: Filter,
  order: Order,
  patterns: readonly string[],
  input: BrowseContacts,
): Promise<string> {
  const next = values.length
  const text = `SELECT 0 AS total, ${asJson(
    `SELECT * FROM contact c WHERE ${sql} AND coalesce(${matches(next + 1)}, false) ${orderBy(order)} OFFSET $${next + 2}::bigint LIMIT $${next + 3}::bigint`,
  )} AS data`
  return found(await queryRows<FoundRow>({ text, values: [...values, patterns, pageOffset(input), input.limit] })).data
}

function toJsonPage({ data, total }: Found, request: BrowseContacts): JsonPage<Contact> {
  return { data: new JsonText(`[${data}]`), meta: pageMeta(total, request) }
}
