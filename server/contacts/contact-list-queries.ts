import type { ChangeRange } from '../change-feed/list-changes'
import { queryRows } from '../db'
import { DEEP_OFFSET, pageOffset, parseSortParameter } from '../paging'
import type { SortParameter } from '../validation/schema'
import {
  BROAD_SEARCH_MIN_MATCHES,
  type ContactFilterSql,
  containsGramsSql,
  matchesPatternsSql,
} from './contact-search-queries'
import { CONTACT_API_COLUMNS } from './queries'
import type { BrowseContacts, Contact } from './schema'

export type ContactListPageJson = { data: string; total: number }
type PageRow = { data: string | null; total: string }

export const rowsAsJsonSql = (rows: string) =>
  `(SELECT string_agg(row_to_json(f)::text, ',') FROM (SELECT ${CONTACT_API_COLUMNS} FROM (${rows}) c) f)`

const activitySql = (key: string) =>
  `(SELECT ${key} FROM contact_activity a WHERE a.organization_id = c.organization_id AND a.contact_id = c.id)`
/** Contacts that were never surveyed, or never answered, count as the longest ago. */
const [SURVEYED, ANSWERED] = [`coalesce(a.last_surveyed_at, '-infinity')`, `coalesce(a.last_answered_at, '-infinity')`]

/** Sort expressions on `contact c`, which must match their indexes exactly, and those on `contact_activity a`, for its indexes. */
const SORT_EXPRESSIONS = {
  created: { key: 'c.created_at', activityKey: 'a.created_at' },
  name: { key: `(fold_accents(c.first_name || coalesce(' ' || c.last_name, '')) COLLATE "C")`, activityKey: null },
  email: { key: `(fold_accents(c.email) COLLATE "C")`, activityKey: null },
  surveyed: { key: activitySql(SURVEYED), activityKey: SURVEYED },
  answered: { key: activitySql(ANSWERED), activityKey: ANSWERED },
} as const

export type ContactSortKey = keyof typeof SORT_EXPRESSIONS

/** @property isByActivity no index of contact has this order */
export type ContactOrder = {
  key: string
  activityKey: string | null
  direction: 'ASC' | 'DESC'
  isByActivity: boolean
}

export function resolveContactOrder(sort: SortParameter<ContactSortKey> = '-created'): ContactOrder {
  const { key, direction } = parseSortParameter(sort)
  return {
    ...SORT_EXPRESSIONS[key],
    direction: direction === 'desc' ? 'DESC' : 'ASC',
    isByActivity: key === 'surveyed' || key === 'answered',
  }
}

const orderBy = ({ key, direction }: ContactOrder) => `ORDER BY ${key} ${direction}, c.id ${direction}`

/**
 * SQL: rows of a page, read by ids that are skipped from the nearer end of the list (docs/decisions/0042-offset-pages.md). Past the end
 * it reads nothing. An array instead of a join, because PostgreSQL cannot estimate the limits and would scan the table.
 */
function deepPage(where: string, order: ContactOrder, window: { skip: string; take: string; total: string }): string {
  const { skip, take, total } = window
  const ids = (by: ContactOrder, offset: string, limit: string) =>
    `(SELECT c.id FROM contact c WHERE ${where} ${orderBy(by)} OFFSET greatest(${offset}, 0) LIMIT greatest(${limit}, 0))`
  const after = `${total} - ${skip} - ${take}`
  const reversed: ContactOrder = { ...order, direction: order.direction === 'ASC' ? 'DESC' : 'ASC' }
  return `SELECT * FROM contact c WHERE c.organization_id = $1::uuid AND c.id = ANY (ARRAY(
    ${ids(order, skip, `CASE WHEN ${skip} <= ${after} THEN ${take} END`)}
    UNION ALL
    ${ids(reversed, after, `CASE WHEN ${skip} > ${after} THEN least(${take}, ${total} - ${skip}) END`)})) ${orderBy(order)}`
}

function toContactPage([row]: PageRow[]): ContactListPageJson {
  return { data: row?.data ?? '', total: Number(row?.total ?? 0) }
}

/** A page and its total, from one snapshot. @param name of the statement; without it PostgreSQL plans for the values, as a search needs. */
export async function readContactListPage(
  { sql, values, totalSql }: ContactFilterSql,
  order: ContactOrder,
  input: BrowseContacts,
  name?: string,
): Promise<ContactListPageJson> {
  const [skip, take] = [`$${values.length + 1}::bigint`, `$${values.length + 2}::bigint`]
  const isDeep = pageOffset(input) >= DEEP_OFFSET
  const rows = isDeep
    ? deepPage(sql, order, { skip, take, total: '(SELECT total FROM length)' })
    : `SELECT * FROM contact c WHERE ${sql} ${orderBy(order)} OFFSET ${skip} LIMIT ${take}`
  return toContactPage(
    await queryRows<PageRow>({
      ...(name === undefined ? {} : { name: `${name}${isDeep ? '-deep' : ''}` }),
      text: `WITH length AS MATERIALIZED (SELECT ${totalSql} AS total) SELECT total, ${rowsAsJsonSql(rows)} AS data FROM length`,
      values: [...values, pageOffset(input), input.limit],
    }),
  )
}

const FILTERED_LOOKUP_MAX = 50_000

/** @property lookup a tsquery for few candidates */
type IndexedSearch = { lookup: string; patterns: readonly string[] }

/** @param name of the statement */
export async function readIndexedSearchPage(
  { sql, values, isUnfiltered }: ContactFilterSql,
  order: ContactOrder,
  { lookup, patterns }: IndexedSearch,
  input: BrowseContacts,
  name?: string,
): Promise<ContactListPageJson & { isAll: boolean }> {
  const parameterCount = values.length
  const limit = isUnfiltered ? BROAD_SEARCH_MIN_MATCHES : FILTERED_LOOKUP_MAX
  const text = `
    WITH candidate AS MATERIALIZED (
      SELECT c.id, ${order.key} AS sort_value, ${sql} AND ${matchesPatternsSql(parameterCount + 2)} AS is_hit FROM contact c WHERE ${containsGramsSql(parameterCount + 1)} LIMIT ${limit}
    )
    SELECT count(*) < ${limit} AS "isAll", count(*) FILTER (WHERE is_hit) AS total, ${rowsAsJsonSql(`SELECT c.* FROM (
      SELECT id FROM candidate WHERE is_hit ORDER BY sort_value ${order.direction}, id ${order.direction} OFFSET $${parameterCount + 3}::bigint LIMIT $${parameterCount + 4}::bigint) h
      JOIN contact c ON c.organization_id = $1::uuid AND c.id = h.id ${orderBy(order)}`)} AS data FROM candidate`
  const rows = await queryRows<PageRow & { isAll: boolean }>({
    ...(name === undefined ? {} : { name }),
    text,
    values: [...values, lookup, patterns, pageOffset(input), input.limit],
  })
  return { ...toContactPage(rows), isAll: rows[0]?.isAll === true }
}

/**
 * Reads contacts in order until the page is full. The `coalesce` makes PostgreSQL assume that half of the rows match, so that it reads
 * in index order instead of sorting the whole list.
 */
export function readBroadSearchPage(
  { sql, values, isUnfiltered }: ContactFilterSql,
  order: ContactOrder,
  patterns: readonly string[],
  total: number,
  input: BrowseContacts,
): Promise<ContactListPageJson> {
  const filter = {
    sql: `${sql} AND coalesce(${matchesPatternsSql(values.length + 1)}, false)`,
    values: [...values, patterns, total],
    totalSql: `$${values.length + 2}::bigint`,
    isUnfiltered,
  }
  return readContactListPage(filter, order, input)
}

/** `lookup`: a tsquery for few candidates; without it contacts are compared in the order of their change. */
export type ChangedContactsSearch = { patterns: readonly string[]; lookup: string | null }

/** Reads contacts in the order of their last change. Without a name, so that PostgreSQL plans for the position. */
export function readChangedContacts(
  { sql, values }: ContactFilterSql,
  search: ChangedContactsSearch | null,
  { after, before }: ChangeRange,
  limit: number,
): Promise<Contact[]> {
  const parameter = (offset: number) => `$${values.length + offset}`
  const matching = search === null ? '' : `AND coalesce(${matchesPatternsSql(values.length + 5)}, false)`
  const lookup = search?.lookup ?? null
  // A subquery of its own, so that PostgreSQL uses only the index of the grams.
  const contacts =
    lookup === null ? 'contact' : `(SELECT * FROM contact c WHERE ${containsGramsSql(values.length + 6)} OFFSET 0)`
  return queryRows<Contact>({
    text: `SELECT ${CONTACT_API_COLUMNS} FROM ${contacts} c
      WHERE ${sql} AND (c.updated_at, c.id) > (${parameter(1)}::timestamptz, ${parameter(2)}::uuid)
        AND c.updated_at < ${parameter(3)}::timestamptz ${matching}
      ORDER BY c.updated_at, c.id LIMIT ${parameter(4)}::int`,
    values: [
      ...values,
      after.at,
      after.id,
      before,
      limit,
      ...(search === null ? [] : [search.patterns]),
      ...(lookup === null ? [] : [lookup]),
    ],
  })
}
