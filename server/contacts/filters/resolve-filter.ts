import { listEquivalentIds } from '../../master-data/resolve-merged-ids'
import { foldCase } from './filter-queries'
import { buildFilterQuery, type FilterQuery } from './filter-terms'
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

/** The query for the filters of `input`; without terms if only a location, a company or none is among them. */
export async function resolveFilterQuery(organizationId: string, input: ContactFilter): Promise<FilterQuery> {
  const { location_id: _location, contact_organization_id: _company, ...rest } = input
  const hasTerms = Object.keys(ContactFilter.shape).some((name) => rest[name as keyof typeof rest] !== undefined)
  if (!hasTerms) return { terms: '', bounds: [] }
  return buildFilterQuery(organizationId, { ...rest, ...(await resolveRecords(organizationId, input)) }, foldCase)
}
