import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { db } from '../db'
import { pool } from '../pool'
import { ingestReviews } from '../reviews/sync/ingest-reviews'
import { executeSequence } from '../sequences/execute-sequence'
import { aLocation, anEmailAddress, anOrganization } from '../testing/factories/basics'
import { aSequence } from '../testing/factories/sequences'
import { isOrganizationDueForSweep } from '../testing/queues'
import { pickByTestLength } from '../testing/test-length'
import { MASTER_DATA_KINDS, type MasterDataKind } from './constants'
import { getLocationDetail } from './locations'
import {
  aMasterDataEntry,
  createReferences,
  expectExactTotals,
  listRowsReferencing,
  runRemovalJob,
} from './master-data-fixture'
import { deleteMasterDataEntry, mergeMasterDataEntry } from './merge-and-delete'
import { REFERENCING_COLUMNS } from './queries'
import { removalQueue } from './removal-queue'

it('the reference list has every column that holds the id of a record', async () => {
  const { rows } = await pool.query<{ name: string }>(`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name IN ('location_id', 'employee_id', 'contact_organization_id')`)
  const known = Object.values(REFERENCING_COLUMNS).flatMap((of) => of.map(({ table, column }) => `${table}.${column}`))
  // Maintained by triggers of review, sending and response.
  const kept = [
    'survey_request.location_id',
    'survey_request.employee_id',
    'survey_request.contact_organization_id',
    'response_change.location_id',
    'response_change.employee_id',
    'response_change.contact_organization_id',
  ]
  expect(rows.map(({ name }) => name).sort()).toEqual([...known, ...kept].sort())
})

describe('merging records', () => {
  it('a merge leaves no reference to the old id, and exact totals, for any data', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          rows: fc.array(fc.nat(255), { maxLength: 12 }),
          merges: fc.array(
            fc.record({ kind: fc.constantFrom(...MASTER_DATA_KINDS), one: fc.nat(2), other: fc.nat(2) }),
            {
              minLength: 1,
              maxLength: 3,
            },
          ),
          settlesBetween: fc.boolean(),
        }),
        async ({ rows, merges, settlesBetween: runsJobBetween }) => {
          const organizationId = await anOrganization()
          const remaining: Record<MasterDataKind, string[]> = { location: [], employee: [], contact_organization: [] }
          for (const kind of MASTER_DATA_KINDS)
            for (const name of ['A', 'B', 'C']) remaining[kind].push(await aMasterDataEntry(kind, organizationId, name))
          await createReferences(
            organizationId,
            remaining.location,
            remaining.employee,
            remaining.contact_organization,
            rows,
          )
          const merged: { kind: MasterDataKind; id: string }[] = []
          for (const { kind, one, other } of merges) {
            const [id, intoId] = [
              remaining[kind][one % remaining[kind].length] ?? '',
              remaining[kind][other % remaining[kind].length] ?? '',
            ]
            if (id === intoId) continue
            await mergeMasterDataEntry(kind, organizationId, { id, intoId })
            remaining[kind] = remaining[kind].filter((each) => each !== id)
            merged.push({ kind, id })
            if (runsJobBetween) await runRemovalJob(kind, organizationId, id)
          }
          for (const { kind, id } of merged) await runRemovalJob(kind, organizationId, id)
          for (const { id } of merged) expect(await listRowsReferencing(organizationId, id)).toEqual([])
          expect(await isOrganizationDueForSweep(removalQueue, organizationId, 0)).toBe(false)
          await expectExactTotals(organizationId)
        },
      ),
      { seed: Number(process.env.FUZZ_SEED ?? 20_261_123), numRuns: pickByTestLength(4, 60) },
    )
  })

  it('a merge returns before its first batch, and resumes after an interruption between two batches', async () => {
    const organizationId = await anOrganization()
    const [from, to] = [await aLocation(organizationId), await aLocation(organizationId)]
    await db.$executeRaw`
      INSERT INTO contact (id, organization_id, email, first_name, location_id, updated_at)
      SELECT gen_random_uuid(), ${organizationId}::uuid, 'p' || i || '@example.com', 'Sam', ${from.id}::uuid, now()
      FROM generate_series(1, 1200) i`
    await mergeMasterDataEntry('location', organizationId, { id: from.id, intoId: to.id })
    const left = () => db.contact.count({ where: { organizationId, locationId: from.id } })
    expect(await left()).toBe(1200)
    // The deadline passes with the first batch, as if the process were killed.
    while ((await left()) === 1200) await runRemovalJob('location', organizationId, from.id, 1)
    expect(await left()).toBeGreaterThan(0)
    expect(await isOrganizationDueForSweep(removalQueue, organizationId, 0)).toBe(true)

    await runRemovalJob('location', organizationId, from.id)
    expect(await left()).toBe(0)
    expect(await listRowsReferencing(organizationId, from.id)).toEqual([])
    expect((await getLocationDetail(organizationId, to.id)).usage.contacts).toBe(1200)
    expect(await isOrganizationDueForSweep(removalQueue, organizationId, 0)).toBe(false)
  })

  it('a merge erases the name and email of the old record', async () => {
    const organizationId = await anOrganization()
    const [from, to] = [
      await aMasterDataEntry('employee', organizationId, 'Grace'),
      await aMasterDataEntry('employee', organizationId),
    ]
    await db.employee.update({ where: { id: from }, data: { email: 'grace@example.com' } })
    await mergeMasterDataEntry('employee', organizationId, { id: from, intoId: to })
    await runRemovalJob('employee', organizationId, from)
    expect(await db.employee.findUnique({ where: { id: from } })).toMatchObject({
      name: '',
      email: null,
      mergedIntoId: to,
      removalDueAt: null,
    })
  })

  it('assigns a review of a merged location to the remaining one, before and after the job has run', async () => {
    const organizationId = await anOrganization()
    const [from, to] = [await aLocation(organizationId), await aLocation(organizationId)]
    const ingestReview = async (externalId: string) => {
      const review = {
        externalId,
        rating: 5,
        text: '',
        authorName: null,
        publishedAt: new Date(),
        editedAt: null,
        url: null,
        locationId: from.id,
        reply: null,
      }
      const origin = { id: null, site: 'google', announcedFrom: null, staleAfterReplyMs: 0 }
      await ingestReviews(organizationId, origin, {
        reviews: [review],
        removed: [],
        requestedAt: new Date(),
        sweepAt: null,
      })
      return (await db.review.findFirstOrThrow({ where: { organizationId, externalId } })).locationId
    }
    expect(await ingestReview('before')).toBe(from.id)
    await mergeMasterDataEntry('location', organizationId, { id: from.id, intoId: to.id })
    expect(await ingestReview('between')).toBe(to.id)
    expect(await ingestReview('before')).toBe(to.id)
    await runRemovalJob('location', organizationId, from.id)
    expect(await ingestReview('after')).toBe(to.id)
    await deleteMasterDataEntry('location', organizationId, to.id)
    expect(await ingestReview('deleted')).toBeNull()
  })

  it('an enrolment with a merged location and employee uses the remaining ones', async () => {
    const organizationId = await anOrganization()
    const { id } = await aSequence(organizationId)
    const [place, otherPlace] = [await aLocation(organizationId), await aLocation(organizationId)]
    const [person, otherPerson] = [
      await aMasterDataEntry('employee', organizationId),
      await aMasterDataEntry('employee', organizationId),
    ]
    await mergeMasterDataEntry('location', organizationId, { id: place.id, intoId: otherPlace.id })
    await mergeMasterDataEntry('employee', organizationId, { id: person, intoId: otherPerson })
    const contacts = [{ email: anEmailAddress() }]
    await executeSequence(organizationId, { id, contacts, locationId: place.id, employeeId: person })
    expect(await db.sending.findFirst({ where: { organizationId } })).toMatchObject({
      locationId: otherPlace.id,
      employeeId: otherPerson,
    })
    expect(await db.contact.findFirst({ where: { organizationId } })).toMatchObject({ locationId: otherPlace.id })
  })
})
