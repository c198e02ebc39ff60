import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { handleResponsesFile } from '../api/downloads/responses-file'
import { handleSessionRpc } from '../api/session/session-rpc'
import { createContact } from '../contacts/create'
import { db } from '../db'
import { getReviewLinks } from '../organizations/review-links'
import { pool } from '../pool'
import { checkTallies } from '../responses/tally-upkeep'
import { browseReviews } from '../reviews/reviews'
import { takeIn } from '../reviews/sync/take-in'
import { executeSequence } from '../sequences/execute'
import { holding } from '../testing/database/locks'
import { aContact, aLocation, anEmail, anOrganization, aSurvey } from '../testing/factories/basics'
import { anAskedSurvey, aResponse } from '../testing/factories/responses'
import { aFeedSource, aReview } from '../testing/factories/reviews'
import { aSequence } from '../testing/factories/sequences'
import { aSession } from '../testing/factories/sessions'
import { apiAs } from '../testing/http'
import { byLength } from '../testing/length'
import { isListed } from '../testing/queues'
import { listRows } from '../testing/tenancy/rows'
import { readTotals } from '../totals'
import { getEmployeeDetail } from './employees'
import { getLocationDetail } from './locations'
import { REFERENCES } from './references'
import { removalQueue } from './removal-queue'
import { deleteRecord, mergeRecord } from './remove'
import { settleRecord } from './settle-record'
import { RECORD_KINDS, type RecordKind } from './vocabulary'

const FAR_MS = 60_000
const settle = (kind: RecordKind, organizationId: string, id: string, forMs = FAR_MS) =>
  settleRecord({ kind, organizationId, id }, Date.now() + forMs)

async function aRecord(kind: RecordKind, organizationId: string, name = 'Record'): Promise<string> {
  const data = { organizationId, name }
  const { id } = await (kind === 'location'
    ? db.location.create({ data })
    : kind === 'employee'
      ? db.employee.create({ data })
      : db.contactOrganization.create({ data }))
  return id
}

/** Rows that contain the id, except the record's own row, redirects to it, and history. */
async function rowsThatName(organizationId: string, id: string): Promise<string[]> {
  const isItself = (row: string) => row.includes(`"id":"${id}"`)
  // The audit log keeps ids as history; counter rows of a moved record sum to zero.
  const isHistory = (row: string) => /^public\.(audit_event|response_change|response_daily_stats) /.test(row)
  return (await listRows(organizationId)).filter((row) => row.includes(id) && !isItself(row) && !isHistory(row))
}

async function fill(organizationId: string, places: string[], people: string[], companies: string[], rows: number[]) {
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
    const about = { locationId, employeeId, contactId: contact.id }
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

async function expectTotals(organizationId: string) {
  expect(await checkTallies(organizationId)).toMatchObject({ wrong: 0 })
  const [locations, employees, companies, contacts] = await readTotals(organizationId, [
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
    const { use } = await getLocationDetail(organizationId, id)
    expect(use).toMatchObject({
      contacts: await db.contact.count({ where: { organizationId, locationId: id } }),
      reviews: await db.review.count({ where: { organizationId, locationId: id } }),
      responses: await db.response.count({ where: { organizationId, locationId: id } }),
      sendings: await db.sending.count({ where: { organizationId, locationId: id } }),
    })
  }
  for (const { id } of await db.employee.findMany({ where }))
    expect((await getEmployeeDetail(organizationId, id)).use).toEqual({
      responses: await db.response.count({ where: { organizationId, employeeId: id } }),
      sendings: await db.sending.count({ where: { organizationId, employeeId: id } }),
    })
}

it('the reference list has every column that holds the id of a record', async () => {
  const { rows } = await pool.query<{ name: string }>(`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name IN ('location_id', 'employee_id', 'contact_organization_id')`)
  const known = Object.values(REFERENCES).flatMap((of) => of.map(({ table, column }) => `${table}.${column}`))
  // Maintained by triggers of review, sending and response.
  const kept = [
    'survey_request.location_id',
    'survey_request.employee_id',
    'response_change.location_id',
    'response_change.employee_id',
  ]
  expect(rows.map(({ name }) => name).sort()).toEqual([...known, ...kept].sort())
})

describe('merging records', () => {
  it('a merge leaves no reference to the old id, and exact totals, for any data', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          rows: fc.array(fc.nat(255), { maxLength: 12 }),
          merges: fc.array(fc.record({ kind: fc.constantFrom(...RECORD_KINDS), one: fc.nat(2), other: fc.nat(2) }), {
            minLength: 1,
            maxLength: 3,
          }),
          settlesBetween: fc.boolean(),
        }),
        async ({ rows, merges, settlesBetween }) => {
          const organizationId = await anOrganization()
          const held: Record<RecordKind, string[]> = { location: [], employee: [], contact_organization: [] }
          for (const kind of RECORD_KINDS)
            for (const name of ['A', 'B', 'C']) held[kind].push(await aRecord(kind, organizationId, name))
          await fill(organizationId, held.location, held.employee, held.contact_organization, rows)
          const gone: { kind: RecordKind; id: string }[] = []
          for (const { kind, one, other } of merges) {
            const [id, intoId] = [
              held[kind][one % held[kind].length] ?? '',
              held[kind][other % held[kind].length] ?? '',
            ]
            if (id === intoId) continue
            await mergeRecord(kind, organizationId, { id, intoId })
            held[kind] = held[kind].filter((each) => each !== id)
            gone.push({ kind, id })
            if (settlesBetween) await settle(kind, organizationId, id)
          }
          for (const { kind, id } of gone) await settle(kind, organizationId, id)
          for (const { id } of gone) expect(await rowsThatName(organizationId, id)).toEqual([])
          expect(await isListed(removalQueue, organizationId, 0)).toBe(false)
          await expectTotals(organizationId)
        },
      ),
      { seed: Number(process.env.FUZZ_SEED ?? 20_261_123), numRuns: byLength(4, 60) },
    )
  })

  it('a merge returns before its first batch, and resumes after an interruption between two batches', async () => {
    const organizationId = await anOrganization()
    const [from, to] = [await aLocation(organizationId), await aLocation(organizationId)]
    await db.$executeRaw`
      INSERT INTO contact (id, organization_id, email, first_name, location_id, updated_at)
      SELECT gen_random_uuid(), ${organizationId}::uuid, 'p' || i || '@example.com', 'Sam', ${from.id}::uuid, now()
      FROM generate_series(1, 1200) i`
    await mergeRecord('location', organizationId, { id: from.id, intoId: to.id })
    const left = () => db.contact.count({ where: { organizationId, locationId: from.id } })
    expect(await left()).toBe(1200)
    // The deadline passes with the first batch, as if the process were killed.
    while ((await left()) === 1200) await settle('location', organizationId, from.id, 1)
    expect(await left()).toBeGreaterThan(0)
    expect(await isListed(removalQueue, organizationId, 0)).toBe(true)

    await settle('location', organizationId, from.id)
    expect(await left()).toBe(0)
    expect(await rowsThatName(organizationId, from.id)).toEqual([])
    expect((await getLocationDetail(organizationId, to.id)).use.contacts).toBe(1200)
    expect(await isListed(removalQueue, organizationId, 0)).toBe(false)
  })

  it('a merge erases the name and email of the old record', async () => {
    const organizationId = await anOrganization()
    const [from, to] = [await aRecord('employee', organizationId, 'Grace'), await aRecord('employee', organizationId)]
    await db.employee.update({ where: { id: from }, data: { email: 'grace@example.com' } })
    await mergeRecord('employee', organizationId, { id: from, intoId: to })
    await settle('employee', organizationId, from)
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
    const arrives = async (externalId: string) => {
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
      const origin = { id: null, site: 'google', silentBefore: null, settlesMs: 0 }
      await takeIn(organizationId, origin, { reviews: [review], removed: [], askedAt: new Date(), sweepAt: null })
      return (await db.review.findFirstOrThrow({ where: { organizationId, externalId } })).locationId
    }
    expect(await arrives('before')).toBe(from.id)
    await mergeRecord('location', organizationId, { id: from.id, intoId: to.id })
    expect(await arrives('between')).toBe(to.id)
    expect(await arrives('before')).toBe(to.id)
    await settle('location', organizationId, from.id)
    expect(await arrives('after')).toBe(to.id)
    await deleteRecord('location', organizationId, to.id)
    expect(await arrives('deleted')).toBeNull()
  })

  it('an enrolment with a merged location and employee uses the remaining ones', async () => {
    const organizationId = await anOrganization()
    const { id } = await aSequence(organizationId)
    const [place, otherPlace] = [await aLocation(organizationId), await aLocation(organizationId)]
    const [person, otherPerson] = [await aRecord('employee', organizationId), await aRecord('employee', organizationId)]
    await mergeRecord('location', organizationId, { id: place.id, intoId: otherPlace.id })
    await mergeRecord('employee', organizationId, { id: person, intoId: otherPerson })
    const contacts = [{ email: anEmail() }]
    await executeSequence(organizationId, { id, contacts, locationId: place.id, employeeId: person })
    expect(await db.sending.findFirst({ where: { organizationId } })).toMatchObject({
      locationId: otherPlace.id,
      employeeId: otherPerson,
    })
    expect(await db.contact.findFirst({ where: { organizationId } })).toMatchObject({ locationId: otherPlace.id })
  })

  async function settleLater(organizationId: string, id: string) {
    const due = await db.location.updateMany({
      where: { organizationId, id, removalDueAt: { not: null } },
      data: { removalDueAt: new Date() },
    })
    expect(due.count, 'it was not settled yet').toBe(1)
    await settle('location', organizationId, id)
    expect(await rowsThatName(organizationId, id)).toEqual([])
  }

  it('a merge job is postponed while the old location is locked, and moves a contact created then', async () => {
    const organizationId = await anOrganization()
    const [from, to] = [await aLocation(organizationId), await aLocation(organizationId)]
    await holding(async (tx) => {
      await tx.$queryRaw`SELECT FROM location WHERE id = ${from.id}::uuid FOR KEY SHARE`
      await mergeRecord('location', organizationId, { id: from.id, intoId: to.id })
      await settle('location', organizationId, from.id)
      await tx.contact.create({ data: { organizationId, email: anEmail(), firstName: 'Ada', locationId: from.id } })
    })
    await settleLater(organizationId, from.id)
    expect(await db.contact.count({ where: { organizationId, locationId: to.id } })).toBe(1)
  })

  it('a merge job is postponed while a response is being written, and then moves the response', async () => {
    const organizationId = await anOrganization()
    const [from, to] = [await aLocation(organizationId), await aLocation(organizationId)]
    const { step, sending, survey, contact } = await anAskedSurvey(organizationId, { sending: { locationId: from.id } })
    await holding(async (tx) => {
      // Same lock as a response that is being written.
      await tx.$queryRaw`SELECT FROM sending WHERE id = ${sending.id}::uuid FOR KEY SHARE`
      await mergeRecord('location', organizationId, { id: from.id, intoId: to.id })
      await settle('location', organizationId, from.id)
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
    await settleLater(organizationId, from.id)
    expect(await db.response.findFirst({ where: { organizationId } })).toMatchObject({ locationId: to.id })
  })

  it('contacts created with the old id during a merge all end up at the remaining location', async () => {
    const organizationId = await anOrganization()
    const [from, to] = [await aLocation(organizationId), await aLocation(organizationId)]
    const create = () => createContact(organizationId, { email: anEmail(), firstName: 'Ada', locationId: from.id })
    const before = Array.from({ length: 10 }, create)
    const merging = mergeRecord('location', organizationId, { id: from.id, intoId: to.id })
    await Promise.all([...before, merging, ...Array.from({ length: 10 }, create)])
    await settle('location', organizationId, from.id)
    await db.location.updateMany({
      where: { id: from.id, removalDueAt: { not: null } },
      data: { removalDueAt: new Date() },
    })
    await settle('location', organizationId, from.id)
    expect(await rowsThatName(organizationId, from.id)).toEqual([])
    expect((await getLocationDetail(organizationId, to.id)).use.contacts).toBe(20)
  })
})

describe('deleting records', () => {
  it('deleting a location clears it from contacts and reviews, and keeps it on responses and sendings', async () => {
    const organizationId = await anOrganization()
    const [gone, kept] = [await aRecord('location', organizationId), await aRecord('location', organizationId)]
    const [person, company] = [
      await aRecord('employee', organizationId),
      await aRecord('contact_organization', organizationId),
    ]
    await fill(organizationId, [gone, kept], [person], [company], [0, 1, 2, 3])
    for (const [kind, id] of [
      ['location', gone],
      ['employee', person],
      ['contact_organization', company],
    ] as const) {
      await deleteRecord(kind, organizationId, id)
      await settle(kind, organizationId, id)
    }
    expect(await db.location.findMany({ where: { organizationId } })).toMatchObject([{ id: kept }])
    const where = { organizationId, locationId: null }
    expect(await db.contact.count({ where: { ...where, contactOrganizationId: null } })).toBe(2)
    expect(await db.review.count({ where })).toBe(2)
    expect(await db.sandboxReview.count({ where })).toBe(2)
    const history = { organizationId, locationId: gone, employeeId: person }
    expect(await db.response.count({ where: history })).toBe(2)
    expect(await db.sending.count({ where: history })).toBe(2)
    expect((await getReviewLinks(organizationId)).links).toMatchObject([{ locationId: kept }])
    const source = await db.reviewSource.findFirstOrThrow({ where: { organizationId } })
    expect(source.config).toMatchObject({ locations: { 'place 0': null, 'place 1': kept } })
    await expectTotals(organizationId)
  })

  it('deleting a record also deletes the records that were merged into it', async () => {
    const organizationId = await anOrganization()
    const [one, other] = [await aRecord('employee', organizationId), await aRecord('employee', organizationId)]
    await mergeRecord('employee', organizationId, { id: one, intoId: other })
    await settle('employee', organizationId, one)
    await deleteRecord('employee', organizationId, other)
    for (const id of [one, other]) await settle('employee', organizationId, id)
    expect(await db.employee.count({ where: { organizationId } })).toBe(0)
  })
})

it('lists, files and filters resolve a merged id to the remaining record, before and after the job', async () => {
  const organizationId = await anOrganization()
  const { cookie } = await aSession(organizationId)
  const api = apiAs(organizationId, 'contacts:read', 'responses:read', 'reviews:read')
  const [old, older, kept] = [
    await aRecord('location', organizationId, 'Old'),
    await aRecord('location', organizationId, 'Older'),
    await aRecord('location', organizationId, 'Kept'),
  ]
  const [person, personKept] = [
    await aRecord('employee', organizationId, 'Old'),
    await aRecord('employee', organizationId, 'Kept'),
  ]
  const [company, companyKept] = [
    await aRecord('contact_organization', organizationId, 'Old'),
    await aRecord('contact_organization', organizationId, 'Kept'),
  ]
  const { id: surveyId } = await aSurvey(organizationId)
  for (const locationId of [old, older, kept]) {
    await aContact(organizationId, { locationId, contactOrganizationId: locationId === old ? company : companyKept })
    await aReview(organizationId, { locationId })
    await aResponse(organizationId, surveyId, { locationId, employeeId: locationId === old ? person : personKept })
  }

  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  async function browse(list: string, filter: object): Promise<number> {
    const input = encodeURIComponent(JSON.stringify({ page: 1, limit: 50, ...filter }))
    const request = new Request(`http://localhost/api/trpc/${list}.browse?input=${input}`, { headers })
    const { result } = (await (await handleSessionRpc(request)).json()) as {
      result: { data: { meta: { total: number } } }
    }
    return result.data.meta.total
  }
  async function expectAll(): Promise<void> {
    for (const [param, ids, lists] of [
      ['location_id', [old, older, kept], ['responses', 'contacts', 'reviews']],
      ['employee_id', [person, personKept], ['responses']],
      ['contact_organization_id', [company, companyKept], ['contacts']],
    ] as const)
      for (const id of ids)
        for (const list of lists) {
          const { body } = await api(`GET /${list}?${param}=${id}`)
          const total = { list, param, n: body.meta?.total }
          expect(total).toEqual({ list, param, n: 3 })
          expect(await browse(list, { [param]: id })).toBe(3)
        }
    const address = `http://localhost/api/responses?location_id=${old}`
    const file = await (await handleResponsesFile(new Request(address, { headers: { cookie } }))).text()
    expect(file.match(/Old/g)).toBe(null)
    expect(file.match(/Kept,Kept/g)).toHaveLength(3)
    const { data: reviews } = await browseReviews(organizationId, { page: 1, limit: 10 })
    expect(reviews.map(({ location }) => location?.name)).toEqual(['Kept', 'Kept', 'Kept'])
  }

  await mergeRecord('location', organizationId, { id: older, intoId: old })
  await mergeRecord('location', organizationId, { id: old, intoId: kept })
  await mergeRecord('employee', organizationId, { id: person, intoId: personKept })
  await mergeRecord('contact_organization', organizationId, { id: company, intoId: companyKept })
  await expectAll()
  for (const [kind, id] of [
    ['location', old],
    ['location', older],
    ['employee', person],
    ['contact_organization', company],
  ] as const)
    await settle(kind, organizationId, id)
  await expectAll()
})
