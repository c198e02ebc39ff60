import { db } from '../db'
import { countReviewLinks } from '../organizations/review-links'
import { countPlacesAt } from '../reviews/connections/location-mapping'
import { countReviews } from '../reviews/review-filter'
import { listContactTotals } from './queries'
import type { EmployeeUse, LocationUse } from './schema'

export async function readLocationUse(organizationId: string, locationId: string): Promise<LocationUse> {
  const [contacts, responses, sendings, reviews, places, reviewLinks] = await Promise.all([
    countContactsByLocation(organizationId, [locationId]),
    db.response.count({ where: { organizationId, locationId, status: 'completed' } }),
    db.sending.count({ where: { organizationId, locationId } }),
    countReviews(organizationId, { location_id: [locationId] }),
    countPlacesAt(organizationId, locationId),
    countReviewLinks(organizationId, locationId),
  ])
  return { contacts: contacts.get(locationId) ?? 0, responses, sendings, reviews, places, reviewLinks }
}

export async function readEmployeeUse(organizationId: string, employeeId: string): Promise<EmployeeUse> {
  const [responses, sendings] = await Promise.all([
    db.response.count({ where: { organizationId, employeeId, status: 'completed' } }),
    db.sending.count({ where: { organizationId, employeeId } }),
  ])
  return { responses, sendings }
}

type Counts = ReadonlyMap<string, number>

export async function countContactsByLocation(organizationId: string, ids: readonly string[]): Promise<Counts> {
  const rows = await listContactTotals(organizationId, ids)
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
