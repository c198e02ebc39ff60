import { filterConditionSql } from '../../contacts/filters/filter-queries'
import type { FilterQuery } from '../../contacts/filters/filter-terms'
import type { Tx } from '../../db'

/** @returns for each contact, whether each of the filters matches them, in the order of the filters */
export function readFilterMatches(
  tx: Tx,
  organizationId: string,
  filters: readonly FilterQuery[],
  contactIds: readonly string[],
): Promise<{ contactId: string; matches: boolean[] }[]> {
  const values: unknown[] = [organizationId]
  const conditions = filters.map((filter) => `(${filterConditionSql(filter, values)})`)
  const text = `SELECT a.contact_id AS "contactId", ARRAY[${conditions.join(', ')}] AS matches FROM contact_activity a
    WHERE a.organization_id = $1::uuid AND a.contact_id = ANY ($${values.push(contactIds)}::uuid[])`
  return tx.$queryRawUnsafe(text, ...values)
}
