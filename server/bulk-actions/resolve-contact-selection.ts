import { matchesPatternsSql, resolveContactSearch } from '../contacts/contact-search-queries'
import { resolveContactFilter } from '../contacts/list-contacts'
import type { ContactSelection } from './schema'

/** SQL: conditions on `contact c`; the first parameter is the organization. */
export type ContactSelectionSql = { sql: string; values: unknown[] }

/** The selected contacts that the organization has; ids of others select nothing. */
export async function resolveContactSelection(
  organizationId: string,
  selection: ContactSelection,
): Promise<ContactSelectionSql> {
  if ('ids' in selection)
    return {
      sql: 'c.organization_id = $1::uuid AND c.id = ANY ($2::uuid[])',
      values: [organizationId, selection.ids],
    }
  const { sql, values } = await resolveContactFilter(organizationId, selection.filter)
  const search = await resolveContactSearch(organizationId, selection.filter.search ?? '')
  if (search === null) return { sql, values }
  return { sql: `${sql} AND ${matchesPatternsSql(values.length + 1)}`, values: [...values, search.patterns] }
}
