import { db } from '../db'
import { countReviewLinks } from '../organizations/review-links'
import { countMappedPlaces } from '../reviews/connections/location-mapping'
import { countReviews } from '../reviews/review-filter'
import { listContactTotalsByLocation } from './queries'
import type { EmployeeUsage, LocationUsage } from './schema'

export async function loadLocationUsage(organizationId: string, locationId: string): Promise<LocationUsage> {
  const [contacts, responses, sendings, reviews, places, reviewLinks] = await Promise.all([
    countContactsByLocation(organizationId, [locationId]),
    db.response.count({ where: { organizationId, locationId, status: 'completed' } }),
    db.sending.count({ where: { organizationId, locationId } }),
    countReviews(organizationId, { location_id: [locationId] }),
    countMappedPlaces(organizationId, locationId),
    countReviewLinks(organizationId, locationId),
  ])
  return { contacts: contacts.get(locationId) ?? 0, responses, sendings, reviews, places, reviewLinks }
}

export async function loadEmployeeUsage(organizationId: string, employeeId: string): Promise<EmployeeUsage> {
  const [responses, sendings] = await Promise.all([
    db.response.count({ where: { organizationId, employeeId, status: 'completed' } }),
    db.sending.count({ where: { organizationId, employeeId } }),
  ])
  return { responses, sendings }
}

type Counts = ReadonlyMap<string, number>

export async function countContactsByLocation(organizationId: string, ids: readonly string[]): Promise<Counts> {
  const rows = await listContactTotalsByLocation(organizationId, ids)
  return new Map(rows.map(({ locationId, total }) => [locationId, total]))
}

export async function countContactsByOrganization(organizationId: string, ids: readonly string[]): Promise<Counts> {
  const rows = await db.contact.groupBy({
    by: ['contactOrganizationId'],
    where: { organizationId, contactOrganizationId: { in: [...ids] } },
    _count: true,
  })
  return new Map(rows.map(({ contactOrganizationId: id, _count }) => [id ?? '', _count]))
}

export async function countResponsesByEmployee(organizationId: string, ids: readonly string[]): Promise<Counts> {
  const rows = await db.response.groupBy({
    by: ['employeeId'],
    where: { organizationId, employeeId: { in: [...ids] }, status: 'completed' },
    _count: true,
  })
  return new Map(rows.map(({ employeeId: id, _count }) => [id ?? '', _count]))
}
