import { db, queryRows } from '../db'
import { countReviewLinks } from '../organizations/review-links'
import { countPlacesAt } from '../reviews/connections/location-places'
import { countReviews } from '../reviews/review-filter'
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

/** List lengths, which are stored counters (prisma/functions/location_list.sql). */
export async function countContactsByLocation(organizationId: string, ids: readonly string[]): Promise<Counts> {
  return countsOf(
    `SELECT id, list_length($1::uuid, location_list(id)) AS n FROM unnest($2::uuid[]) AS l(id)`,
    organizationId,
    ids,
  )
}

export async function countContactsByOrganization(organizationId: string, ids: readonly string[]): Promise<Counts> {
  return countsOf(
    `SELECT contact_organization_id AS id, count(*) AS n FROM contact
     WHERE organization_id = $1::uuid AND contact_organization_id = ANY($2::uuid[]) GROUP BY 1`,
    organizationId,
    ids,
  )
}

export async function countResponsesByEmployee(organizationId: string, ids: readonly string[]): Promise<Counts> {
  return countsOf(
    `SELECT employee_id AS id, count(*) AS n FROM response
     WHERE organization_id = $1::uuid AND employee_id = ANY($2::uuid[]) AND status = 'completed' GROUP BY 1`,
    organizationId,
    ids,
  )
}

async function countsOf(text: string, organizationId: string, ids: readonly string[]): Promise<Counts> {
  const rows = await queryRows<{ id: string; n: string }>({ text, values: [organizationId, [...ids]] })
  return new Map(rows.map(({ id, n }) => [id, Number(n)]))
}
