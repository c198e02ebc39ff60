import { db } from '../db'
import { countReviewLinksOfLocation } from '../organizations/review-links'
import { countPlacesMappedToLocation } from '../reviews/connections/replace-mapped-location'
import { countReviews } from '../reviews/review-filter'
import { listContactTotalsByLocation } from './queries'

export async function loadLocationUsage(organizationId: string, locationId: string) {
  const [contacts, responses, sendings, reviews, places, reviewLinks] = await Promise.all([
    countContactsByLocation(organizationId, [{ id: locationId }]),
    db.response.count({ where: { organizationId, locationId, status: 'completed' } }),
    db.sending.count({ where: { organizationId, locationId } }),
    countReviews(organizationId, { location_id: [locationId] }),
    countPlacesMappedToLocation(organizationId, locationId),
    countReviewLinksOfLocation(organizationId, locationId),
  ])
  return { contacts: contacts.get(locationId) ?? 0, responses, sendings, reviews, places, reviewLinks }
}

export async function loadEmployeeUsage(organizationId: string, employeeId: string) {
  const [responses, sendings] = await Promise.all([
    db.response.count({ where: { organizationId, employeeId, status: 'completed' } }),
    db.sending.count({ where: { organizationId, employeeId } }),
  ])
  return { responses, sendings }
}

type Counts = ReadonlyMap<string, number>
type Rows = readonly { id: string }[]

export async function countContactsByLocation(organizationId: string, rows: Rows): Promise<Counts> {
  const totals = await listContactTotalsByLocation(organizationId, listIds(rows))
  return new Map(totals.map(({ locationId, total }) => [locationId, total]))
}

export async function countContactsByCompany(organizationId: string, rows: Rows): Promise<Counts> {
  const counts = await db.contact.groupBy({
    by: ['contactOrganizationId'],
    where: { organizationId, contactOrganizationId: { in: listIds(rows) } },
    _count: true,
  })
  return new Map(counts.map(({ contactOrganizationId: id, _count }) => [id ?? '', _count]))
}

function listIds(rows: Rows): string[] {
  return rows.map(({ id }) => id)
}
