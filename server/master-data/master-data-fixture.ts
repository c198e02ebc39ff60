import { expect } from 'vitest'
import { db } from '../db'
import { readListTotals } from '../list-totals'
import { verifyOrRebuildStats } from '../responses/verify-or-rebuild-stats'
import { aContact, aSurvey } from '../testing/factories/basics'
import { aResponse } from '../testing/factories/responses'
import { aFeedSource, aReview } from '../testing/factories/reviews'
import { aSession } from '../testing/factories/sessions'
import { listRows } from '../testing/tenancy/row-snapshots'
import { type MasterDataKind } from './constants'
import { getEmployeeDetail } from './employees'
import { getLocationDetail } from './locations'
import { processRemoval } from './process-removal'

const FAR_MS = 60_000
export const runRemovalJob = (kind: MasterDataKind, organizationId: string, id: string, forMs = FAR_MS) =>
  processRemoval({ kind, organizationId, id }, Date.now() + forMs)

export async function aMasterDataEntry(kind: MasterDataKind, organizationId: string, name = 'Record'): Promise<string> {
  const data = { organizationId, name }
  const { id } = await (kind === 'location'
    ? db.location.create({ data })
    : kind === 'employee'
      ? db.employee.create({ data })
      : db.contactOrganization.create({ data }))
  return id
}

/** Rows that contain the id, except the entry's own row, redirects to it, and history. */
export async function listRowsReferencing(organizationId: string, id: string): Promise<string[]> {
  const isItself = (row: string) => row.includes(`"id":"${id}"`)
  // The audit log keeps ids as history; counter rows of a moved entry sum to zero.
  const isHistory = (row: string) => /^public\.(audit_event|response_change|response_daily_stats) /.test(row)
  return (await listRows(organizationId)).filter((row) => row.includes(id) && !isItself(row) && !isHistory(row))
}

export async function createReferences(
  organizationId: string,
  places: string[],
  people: string[],
  companies: string[],
  rows: number[],
) {
  const survey = await aSurvey(organizationId)
  const site = await aFeedSource(
    organizationId,
    { url: 'https://feed.example.com', token: 'token' },
    {
      nextSyncAt: null,
      config: {
        url: 'https://feed.example.com',
        locations: Object.fromEntries(places.map((id, index) => [`place ${index}`, id])),
      },
    },
  )
  await db.organization.update({
    where: { id: organizationId },
    data: { reviewLinks: places.map((locationId) => ({ label: 'Here', url: 'https://a.example', locationId })) },
  })
  const { userId } = await aSession(organizationId)
  await db.savedView.createMany({
    data: [...places, ...people, ...companies].map((id, index) => ({
      organizationId,
      userId,
      list: 'contacts',
      name: `View ${index}`,
      query: `about=${id}&search=ada`,
    })),
  })
  await db.sandboxSite.create({ data: { organizationId } })
  for (const row of rows) {
    const locationId = places[row % places.length] ?? null
    const employeeId = people[(row >> 3) % people.length] ?? null
    const contactOrganizationId = companies[(row >> 5) % companies.length] ?? null
    const contact = await aContact(organizationId, { locationId, contactOrganizationId })
    const about = { locationId, employeeId, contactOrganizationId, contactId: contact.id }
    await aReview(organizationId, { locationId, sourceId: site.id, rating: (row % 5) + 1 })
    await aResponse(organizationId, survey.id, about)
    await db.sending.create({
      data: {
        organizationId,
        ...about,
        email: contact.email,
        anchorAt: new Date(),
        status: row % 2 === 0 ? 'running' : 'completed',
        dueAt: row % 2 === 0 ? new Date('2099-01-01') : null,
      },
    })
    const at = new Date()
    await db.sandboxReview.create({
      data: { organizationId, author: 'Ada', rating: 5, text: '', locationId, publishedAt: at, changedAt: at },
    })
  }
}

export async function expectExactTotals(organizationId: string) {
  expect(await verifyOrRebuildStats(organizationId)).toMatchObject({ wrong: 0 })
  const [locations, employees, companies, contacts] = await readListTotals(organizationId, [
    'location',
    'employee',
    'contact_organization',
    'contact',
  ])
  const where = { organizationId, removedAt: null }
  expect({ locations, employees, companies, contacts }).toEqual({
    locations: await db.location.count({ where }),
    employees: await db.employee.count({ where }),
    companies: await db.contactOrganization.count({ where }),
    contacts: await db.contact.count({ where: { organizationId } }),
  })
  for (const { id } of await db.location.findMany({ where })) {
    const { usage } = await getLocationDetail(organizationId, id)
    expect(usage).toMatchObject({
      contacts: await db.contact.count({ where: { organizationId, locationId: id } }),
      reviews: await db.review.count({ where: { organizationId, locationId: id } }),
      responses: await db.response.count({ where: { organizationId, locationId: id } }),
      sendings: await db.sending.count({ where: { organizationId, locationId: id } }),
    })
  }
  for (const { id } of await db.employee.findMany({ where }))
    expect((await getEmployeeDetail(organizationId, id)).usage).toEqual({
      responses: await db.response.count({ where: { organizationId, employeeId: id } }),
      sendings: await db.sending.count({ where: { organizationId, employeeId: id } }),
    })
}
