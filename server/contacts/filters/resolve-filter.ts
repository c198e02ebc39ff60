import { db } from '../../db'
import { listEquivalentIds } from '../../master-data/resolve-merged-ids'
import { foldCase } from './filter-queries'
import { buildFilterQuery, combineQueries, type FilterQuery } from './filter-terms'
import { ContactFilter } from './schema'

type RecordFilters = Pick<ContactFilter, 'location_id' | 'contact_organization_id'>

/** The ids of the filter's location and company with those merged into them. */
export async function resolveRecords(
  organizationId: string,
  { location_id: locationId, contact_organization_id: companyId }: RecordFilters,
): Promise<{ locationIds?: readonly string[]; companyIds?: readonly string[] }> {
  const [locationIds, companyIds] = await Promise.all([
    locationId === undefined ? undefined : listEquivalentIds('location', organizationId, locationId),
    companyId === undefined ? undefined : listEquivalentIds('contact_organization', organizationId, companyId),
  ])
  return { ...(locationIds ? { locationIds } : {}), ...(companyIds ? { companyIds } : {}) }
}

/**
 * The query for the filters of `input`; without terms if only a location, a company or none is among them. An
 * unknown segment has no contacts, as an unknown location has none.
 */
export async function resolveFilterQuery(
  organizationId: string,
  { segment_id: segmentId, ...input }: ContactFilter & { segment_id?: string | undefined },
): Promise<FilterQuery> {
  const { location_id: _location, contact_organization_id: _company, ...rest } = input
  const hasTerms = Object.keys(ContactFilter.shape).some((name) => rest[name as keyof typeof rest] !== undefined)
  if (segmentId !== undefined) {
    const segment = await loadSegmentFilter(organizationId, segmentId)
    if (segment === null) return buildFilterQuery(organizationId, { locationIds: [] }, foldCase)
    return combineQueries([
      await resolveSegmentQuery(organizationId, segment),
      await resolveSegmentQuery(organizationId, input),
    ])
  }
  return hasTerms ? resolveSegmentQuery(organizationId, input) : { terms: '', bounds: [] }
}

/** The query for a filter, whose location and company are among its terms. */
export async function resolveSegmentQuery(organizationId: string, filter: ContactFilter): Promise<FilterQuery> {
  const { location_id: _location, contact_organization_id: _company, ...rest } = filter
  return buildFilterQuery(organizationId, { ...rest, ...(await resolveRecords(organizationId, filter)) }, foldCase)
}

async function loadSegmentFilter(organizationId: string, id: string): Promise<ContactFilter | null> {
  const row = await db.segment.findFirst({ where: { id, organizationId }, select: { filter: true } })
  return row && ContactFilter.parse(row.filter)
}

/** The query for contacts of a segment, with a property, or both; null without either. */
export async function resolveSegmentAndProperty(
  organizationId: string,
  { segment_id, property }: { segment_id?: string | undefined; property?: string | undefined },
): Promise<FilterQuery | null> {
  if (segment_id === undefined && property === undefined) return null
  return resolveFilterQuery(organizationId, { segment_id, ...(property === undefined ? {} : { property: [property] }) })
}
