import { describe, expect, it } from 'vitest'
import { db } from '../db'
import { getReviewLinkSettings } from '../organizations/review-links'
import { anOrganization } from '../testing/factories/basics'
import { aMasterDataEntry, createReferences, expectExactTotals, runRemovalJob } from './master-data-fixture'
import { deleteMasterDataEntry, mergeMasterDataEntry } from './merge-and-delete'

describe('deleting records', () => {
  it('deleting a location clears it from contacts and reviews, and keeps it on responses and sendings', async () => {
    const organizationId = await anOrganization()
    const [merged, kept] = [
      await aMasterDataEntry('location', organizationId),
      await aMasterDataEntry('location', organizationId),
    ]
    const [person, company] = [
      await aMasterDataEntry('employee', organizationId),
      await aMasterDataEntry('contact_organization', organizationId),
    ]
    await createReferences(organizationId, [merged, kept], [person], [company], [0, 1, 2, 3])
    for (const [kind, id] of [
      ['location', merged],
      ['employee', person],
      ['contact_organization', company],
    ] as const) {
      await deleteMasterDataEntry(kind, organizationId, id)
      await runRemovalJob(kind, organizationId, id)
    }
    expect(await db.location.findMany({ where: { organizationId } })).toMatchObject([{ id: kept }])
    const where = { organizationId, locationId: null }
    expect(await db.contact.count({ where: { ...where, contactOrganizationId: null } })).toBe(2)
    expect(await db.review.count({ where })).toBe(2)
    expect(await db.sandboxReview.count({ where })).toBe(2)
    const history = { organizationId, locationId: merged, employeeId: person, contactOrganizationId: company }
    expect(await db.response.count({ where: history })).toBe(2)
    expect(await db.sending.count({ where: history })).toBe(2)
    expect((await getReviewLinkSettings(organizationId)).links).toMatchObject([{ locationId: kept }])
    const source = await db.reviewSource.findFirstOrThrow({ where: { organizationId } })
    expect(source.config).toMatchObject({ locations: { 'place 0': null, 'place 1': kept } })
    await expectExactTotals(organizationId)
  })

  it('deleting a record also deletes the records that were merged into it', async () => {
    const organizationId = await anOrganization()
    const [one, other] = [
      await aMasterDataEntry('employee', organizationId),
      await aMasterDataEntry('employee', organizationId),
    ]
    await mergeMasterDataEntry('employee', organizationId, { id: one, intoId: other })
    await runRemovalJob('employee', organizationId, one)
    await deleteMasterDataEntry('employee', organizationId, other)
    for (const id of [one, other]) await runRemovalJob('employee', organizationId, id)
    expect(await db.employee.count({ where: { organizationId } })).toBe(0)
  })
})
