import { resolveFilterQuery, resolveSegmentQuery } from '../../contacts/filters/resolve-filter'
import type { ContactFilter } from '../../contacts/filters/schema'
import type { Tx } from '../../db'
import { readFilterMatches } from './queries'
import type { StepCriterion } from './schema'

type Filter = ContactFilter & { segment_id?: string }

/** Which contacts match which filter: ids by the filter as JSON. */
export type MatchingContacts = ReadonlyMap<string, ReadonlySet<string>>

/** The filter whose contacts meet a criterion, or with `is: false` do not. Null if a criterion is about the run. */
export function toContactFilter(criterion: StepCriterion): Filter | null {
  switch (criterion.type) {
    case 'tag':
      return { tag: criterion.tag }
    case 'property':
      return { property: [criterion.condition] }
    case 'location':
      return { location_id: criterion.locationId }
    case 'language':
      return { preferred_language: criterion.language }
    case 'band':
      return { band: criterion.band }
    default:
      return null
  }
}

/** Evaluates filters for contacts, in one statement whatever their number, as lists and segments do. */
export async function loadMatchingContacts(
  tx: Tx,
  organizationId: string,
  filters: readonly Filter[],
  contactIds: readonly string[],
): Promise<MatchingContacts> {
  const byKey = new Map(filters.map((filter) => [JSON.stringify(filter), filter]))
  if (byKey.size === 0 || contactIds.length === 0) return new Map()
  const queries = []
  for (const filter of byKey.values())
    queries.push(
      filter.segment_id === undefined
        ? await resolveSegmentQuery(organizationId, filter)
        : await resolveFilterQuery(organizationId, filter),
    )
  const rows = await readFilterMatches(tx, organizationId, queries, contactIds)
  return new Map(
    [...byKey.keys()].map((key, index) => [
      key,
      new Set(rows.flatMap(({ contactId, matches }) => (matches[index] === true ? contactId : []))),
    ]),
  )
}

export function matchesFilter(matching: MatchingContacts, filter: Filter, contactId: string): boolean {
  return matching.get(JSON.stringify(filter))?.has(contactId) === true
}
