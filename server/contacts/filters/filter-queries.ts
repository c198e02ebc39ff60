import { queryRows } from '../../db'
import { pageOffset } from '../../paging'
import { type ContactListPageJson, type ContactOrder, rowsAsJsonSql } from '../contact-list-queries'
import { countAndStoreTotal, readStoredFilterTotal } from '../contact-search-queries'
import type { BrowseContacts } from '../schema'
import type { FilterQuery, TimeBound } from './filter-terms'

/*
 * Pages and totals of filtered contacts, through contact_activity (docs/decisions/0061-contact-filters.md). Triggers maintain it:
 * contact_activity_add and contact_activity_change after changes of contacts; contact_activity_surveyed, contact_activity_answered,
 * contact_activity_answer_change and contact_activity_answer_remove call refresh_contact_activity after changes of survey requests and
 * responses. All compute the terms with contact_filter_terms. contact_filter_totals_add, contact_filter_totals_change and
 * contact_filter_totals_remove record changes to stored totals.
 */

type FilterSql = { sql: string; values: unknown[] }

/** SQL: rows `a` of contact_activity that match; the organization is the first parameter. */
export function filterSql(organizationId: string, query: FilterQuery): FilterSql {
  const values: unknown[] = [organizationId]
  return { sql: filterConditionSql(query, values), values }
}

/** As `filterSql`, for a statement with other parameters, too: adds its own to `values`, whose first is the organization. */
export function filterConditionSql({ terms, bounds }: FilterQuery, values: unknown[]): string {
  const conditions = ['a.organization_id = $1::uuid']
  if (terms !== '') conditions.push(`a.terms @@ $${values.push(terms)}::tsquery`)
  return [...conditions, ...boundConditions(bounds, values)].join(' AND ')
}

/** SQL: whether `contact c` matches. Adds its parameters to `values`, whose first is the organization. */
export function matchesFilterSql({ terms, bounds }: FilterQuery, values: unknown[]): string {
  const conditions = [`a.terms @@ $${values.push(terms)}::tsquery`, ...boundConditions(bounds, values)]
  return `EXISTS (SELECT FROM contact_activity a WHERE a.organization_id = $1::uuid AND a.contact_id = c.id AND ${conditions.join(' AND ')})`
}

function boundConditions(bounds: readonly TimeBound[], values: unknown[]): string[] {
  return bounds.flatMap(({ column, from, before }) => [
    ...(from ? [`a.${column} >= $${values.push(from)}::timestamptz`] : []),
    ...(before ? [`a.${column} < $${values.push(before)}::timestamptz`] : []),
  ])
}

/** Folds texts as the database folds those of custom fields. */
export async function foldCase(texts: readonly string[]): Promise<string[]> {
  if (texts.length === 0) return []
  const [row] = await queryRows<{ folded: string[] }>({
    name: 'fold-case',
    text: 'SELECT array_agg(fold_case(text) ORDER BY position) AS folded FROM unnest($1::text[]) WITH ORDINALITY t(text, position)',
    values: [texts],
  })
  return row?.folded ?? []
}

/** Fewer matches than this are counted for each page. */
const COUNTED_MAX = 4000

/** The exact number of contacts that match. A broad filter is counted once, and triggers keep the total. */
export async function countFilteredContacts(organizationId: string, query: FilterQuery): Promise<number> {
  const stored = await readStoredTotal(organizationId, query)
  if (stored !== null) return stored
  const { sql, values } = filterSql(organizationId, query)
  const counted = await count(`(SELECT FROM contact_activity a WHERE ${sql} LIMIT ${COUNTED_MAX}) a`, values)
  return counted < COUNTED_MAX ? counted : countBroadFilter(organizationId, query)
}

const isStorable = ({ bounds }: FilterQuery) => bounds.length === 0

async function readStoredTotal(organizationId: string, query: FilterQuery): Promise<number | null> {
  return isStorable(query) ? readStoredFilterTotal(organizationId, query.terms) : null
}

async function countBroadFilter(organizationId: string, query: FilterQuery): Promise<number> {
  const { sql, values } = filterSql(organizationId, query)
  if (!isStorable(query)) return count(`(SELECT FROM contact_activity a WHERE ${sql}) a`, values)
  const text = `SELECT count(*) AS total FROM contact_activity a WHERE ${sql}`
  return countAndStoreTotal(organizationId, { patterns: [], terms: query.terms }, { text, values })
}

async function count(rows: string, values: readonly unknown[]): Promise<number> {
  const [row] = await queryRows<{ total: string }>({
    text: `SELECT count(*) AS total FROM ${rows}`,
    values: [...values],
  })
  return Number(row?.total ?? 0)
}

/** A page of the contacts that match. Without statement names, so that PostgreSQL plans for the frequency of the terms. */
export async function readFilteredPage(
  organizationId: string,
  query: FilterQuery,
  order: ContactOrder,
  input: BrowseContacts,
): Promise<ContactListPageJson> {
  const matches = matchesSql(organizationId, query, order)
  const stored = await readStoredTotal(organizationId, query)
  if (stored === null) {
    // The index of the terms is read once for both, which matters where it has to read long lists for few matches.
    const hits = { with: `WITH hit AS MATERIALIZED (${matches.sql} LIMIT ${COUNTED_MAX})`, rows: 'hit' }
    const page = await readPage({ ...hits, total: '(SELECT count(*) FROM hit)', values: matches.values }, order, input)
    if (page.total < COUNTED_MAX) return page
  }
  const total = stored ?? (await countBroadFilter(organizationId, query))
  if (pageOffset(input) >= total) return { data: '', total }
  return readPage({ rows: `(${matches.sql}) m`, total: String(total), values: matches.values }, order, input)
}

type Hits = { with?: string; rows: string; total: string; values: readonly unknown[] }

async function readPage(
  { with: common = '', rows, total, values }: Hits,
  { direction }: ContactOrder,
  input: BrowseContacts,
): Promise<ContactListPageJson> {
  const by = `ORDER BY sort_value ${direction}, contact_id ${direction}`
  const ids = `SELECT contact_id, sort_value FROM ${rows} ${by} OFFSET $${values.length + 1}::bigint LIMIT $${values.length + 2}::bigint`
  const contacts = `SELECT c.* FROM (${ids}) h JOIN contact c ON c.organization_id = $1::uuid AND c.id = h.contact_id ${by}`
  const [row] = await queryRows<{ data: string | null; total: string }>({
    text: `${common} SELECT ${rowsAsJsonSql(contacts)} AS data, ${total}::bigint AS total`,
    values: [...values, pageOffset(input), input.limit],
  })
  return { data: row?.data ?? '', total: Number(row?.total ?? 0) }
}

/** SQL: ids and sort values of the contacts that match. */
function matchesSql(organizationId: string, query: FilterQuery, { activityKey, key }: ContactOrder): FilterSql {
  const { sql, values } = filterSql(organizationId, query)
  const contacts =
    activityKey === null
      ? 'JOIN contact c ON c.organization_id = a.organization_id AND c.id = a.contact_id AND c.organization_id = $1::uuid'
      : ''
  return {
    sql: `SELECT a.contact_id, ${activityKey ?? key} AS sort_value FROM contact_activity a ${contacts} WHERE ${sql}`,
    values,
  }
}
