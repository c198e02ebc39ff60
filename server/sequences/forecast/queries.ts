import { filterSql } from '../../contacts/filters/filter-queries'
import type { FilterQuery } from '../../contacts/filters/filter-terms'
import { queryRows } from '../../db'

/** The ids of contacts that match a filter, in their order, at most `limit`. */
export async function listContactIds(organizationId: string, query: FilterQuery, limit: number): Promise<string[]> {
  const { sql, values } = filterSql(organizationId, query)
  const text = `SELECT a.contact_id AS id FROM contact_activity a WHERE ${sql} ORDER BY a.contact_id LIMIT $${values.push(limit)}::int`
  const rows = await queryRows<{ id: string }>({ text, values })
  return rows.map(({ id }) => id)
}
