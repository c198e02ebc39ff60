import { describe, expect, it } from 'vitest'
import { createContact } from '../contacts/create-contact'
import { db } from '../db'
import { withOpenTransaction } from '../testing/database/locks'
import { aLocation, anEmailAddress, anOrganization } from '../testing/factories/basics'
import { aSurveyRequest } from '../testing/factories/responses'
import { getLocationDetail } from './locations'
import { listRowsReferencing, runRemovalJob } from './master-data-fixture'
import { mergeMasterDataEntry } from './merge-and-delete'

describe('merging records during concurrent writes', () => {
  async function runPostponedJob(organizationId: string, id: string) {
    const due = await db.location.updateMany({
      where: { organizationId, id, removalDueAt: { not: null } },
      data: { removalDueAt: new Date() },
    })
    expect(due.count, 'it was not settled yet').toBe(1)
    await runRemovalJob('location', organizationId, id)
    expect(await listRowsReferencing(organizationId, id)).toEqual([])
  }

  it('a merge job is postponed while the old location is locked, and moves a contact created then', async () => {
    const organizationId = await anOrganization()
    const [from, to] = [await aLocation(organizationId), await aLocation(organizationId)]
    await withOpenTransaction(async (tx) => {
      await tx.$queryRaw`SELECT FROM location WHERE id = ${from.id}::uuid FOR KEY SHARE`
      await mergeMasterDataEntry('location', organizationId, { id: from.id, intoId: to.id })
      await runRemovalJob('location', organizationId, from.id)
      await tx.contact.create({
        data: { organizationId, email: anEmailAddress(), firstName: 'Ada', locationId: from.id },
      })
    })
    await runPostponedJob(organizationId, from.id)
    expect(await db.contact.count({ where: { organizationId, locationId: to.id } })).toBe(1)
  })

  it('a merge job is postponed while a response is being written, and then moves the response', async () => {
    const organizationId = await anOrganization()
    const [from, to] = [await aLocation(organizationId), await aLocation(organizationId)]
    const { step, sending, survey, contact } = await aSurveyRequest(organizationId, {
      sending: { locationId: from.id },
    })
    await withOpenTransaction(async (tx) => {
      // Same lock as a response that is being written.
      await tx.$queryRaw`SELECT FROM sending WHERE id = ${sending.id}::uuid FOR KEY SHARE`
      await mergeMasterDataEntry('location', organizationId, { id: from.id, intoId: to.id })
      await runRemovalJob('location', organizationId, from.id)
      await tx.response.create({
        data: {
          organizationId,
          surveyId: survey.id,
          contactId: contact.id,
          sendingId: sending.id,
          sendingStepId: step.id,
          locationId: from.id,
          status: 'partial',
          language: 'en',
        },
      })
    })
    await runPostponedJob(organizationId, from.id)
    expect(await db.response.findFirst({ where: { organizationId } })).toMatchObject({ locationId: to.id })
  })

  it('contacts created with the old id during a merge all end up at the remaining location', async () => {
    const organizationId = await anOrganization()
    const [from, to] = [await aLocation(organizationId), await aLocation(organizationId)]
    const create = () =>
      createContact(organizationId, { email: anEmailAddress(), firstName: 'Ada', locationId: from.id })
    const before = Array.from({ length: 10 }, create)
    const merging = mergeMasterDataEntry('location', organizationId, { id: from.id, intoId: to.id })
    await Promise.all([...before, merging, ...Array.from({ length: 10 }, create)])
    await runRemovalJob('location', organizationId, from.id)
    await db.location.updateMany({
      where: { id: from.id, removalDueAt: { not: null } },
      data: { removalDueAt: new Date() },
    })
    await runRemovalJob('location', organizationId, from.id)
    expect(await listRowsReferencing(organizationId, from.id)).toEqual([])
    expect((await getLocationDetail(organizationId, to.id)).usage.contacts).toBe(20)
  })
})
