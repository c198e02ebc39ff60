import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { db } from '../db'
import { openTransaction, waitForLockWaiters } from '../testing/database/locks'
import { aContact, aLocation, anEmailAddress, anOrganization, aSubscription } from '../testing/factories/basics'
import { apiAs } from '../testing/rest-client'
import { pickByTestLength } from '../testing/test-length'
import { transact } from '../unit-of-work'
import { addSuppression, optOut } from './suppression'
import { type UpsertOptions, upsertContacts } from './upsert-contacts'

const UNKNOWN = '11111111-1111-1111-1111-111111111111'
const IMPORT: UpsertOptions = { onExisting: 'update', createdVia: 'import', createdById: UNKNOWN }

const upsert = (organizationId: string, rows: Parameters<typeof upsertContacts>[2], options: Partial<UpsertOptions>) =>
  transact((work) => upsertContacts(work, organizationId, rows, { ...IMPORT, ...options }))

it('overlapping concurrent batches in opposite orders all succeed, and create each contact and its event once', async () => {
  const organizationId = await anOrganization()
  await aSubscription(organizationId, ['new_contact'])
  const call = apiAs(organizationId, 'contacts:write')
  const emails = Array.from({ length: 300 }, (_, n) => anEmailAddress(`n${n}`))
  await Promise.all(emails.slice(0, 100).map((email) => aContact(organizationId, { email })))
  const batch = (part: readonly string[]) =>
    call('POST /contacts/batch', { contacts: part.map((email) => ({ email, firstName: 'A', tags: ['b'] })) })
  const answers = await Promise.all([
    batch(emails),
    batch(emails.toReversed()),
    batch(emails.slice(50, 250)),
    batch(emails.slice(80).toReversed()),
  ])
  expect(answers.map(({ status, body }) => [status, body.data.failed])).toEqual(answers.map(() => [200, 0]))
  expect(answers.reduce((sum, { body }) => sum + body.data.created, 0)).toBe(200)
  expect(await db.contact.count({ where: { organizationId } })).toBe(300)
  expect(await db.webhookDelivery.count({ where: { organizationId } })).toBe(200)
})

it('contacts that are deleted and created again during a batch keep their opt-out', async () => {
  const organizationId = await anOrganization()
  const call = apiAs(organizationId, 'contacts:write')
  const contacts = await Promise.all(Array.from({ length: 30 }, () => aContact(organizationId)))
  for (const { id, email } of contacts) await optOut(organizationId, id, email)
  const rows = contacts.map(({ email }) => ({ email, firstName: 'Again' }))
  const [batch, again] = await Promise.all([
    call('POST /contacts/batch', { contacts: rows }),
    call('POST /contacts/batch', { contacts: rows }),
    ...contacts.map(({ id }) => call(`DELETE /contacts/${id}`)),
  ])
  expect([batch?.body.data.failed, again?.body.data.failed]).toEqual([0, 0])
  const stored = await db.contact.findMany({ where: { organizationId } })
  expect(stored.filter(({ unsubscribed, optedOutAt }) => !unsubscribed || optedOutAt === null)).toEqual([])
})

it('an address whose deletion commits while a batch waits for it is created with its opt-out', async () => {
  const organizationId = await anOrganization()
  const { id, email } = await aContact(organizationId, { unsubscribed: true, optedOutAt: new Date() })
  const { tx, commit } = await openTransaction()
  await tx.contact.delete({ where: { id } })
  await addSuppression(tx, organizationId, email, 'opted_out')
  const upserted = upsert(organizationId, [{ email, firstName: 'Again' }], {})
  await waitForLockWaiters('%INSERT INTO contact%')
  await commit()
  expect(await upserted).toMatchObject([{ status: 'created', contact: { unsubscribed: true } }])
  expect(await db.contact.findFirst({ where: { organizationId } })).toMatchObject({
    unsubscribed: true,
    optedOutAt: expect.any(Date),
  })
})

it('replacing clears absent optional fields, keeps the first name, and returns the contact before', async () => {
  const organizationId = await anOrganization()
  const before = await aContact(organizationId, { lastName: 'King', tags: ['a'], customFields: { plan: 'pro' } })
  const rows = [{ email: before.email, title: 'Countess', customFields: { seats: 1 } }]
  const [result] = await upsert(organizationId, rows, { onExisting: 'replace' })
  expect(result).toMatchObject({ status: 'updated', previous: { lastName: 'King', customFields: { plan: 'pro' } } })
  expect(await db.contact.findUnique({ where: { id: before.id } })).toMatchObject({
    firstName: 'Ada',
    lastName: null,
    title: 'Countess',
    tags: [],
    customFields: { seats: 1 },
    createdVia: null,
  })
})

it('added tags keep the stored ones, and a row that exceeds the limit fails alone', async () => {
  const organizationId = await anOrganization()
  const some = await aContact(organizationId, { tags: ['a', 'b'] })
  const full = await aContact(organizationId, { tags: Array.from({ length: 50 }, (_, n) => `t${n}`) })
  const rows = [some, full].map(({ email }) => ({ email, tags: ['b', 'c'] }))
  const results = await upsert(organizationId, rows, { tags: 'add' })
  expect(results).toMatchObject([
    { status: 'updated', contact: { tags: ['a', 'b', 'c'] } },
    { status: 'failed', error: { code: 'VALIDATION_ERROR', details: { tags: [expect.any(String)] } } },
  ])
})

it('a silent call creates contacts without an event, with the import as their creator', async () => {
  const organizationId = await anOrganization()
  await aSubscription(organizationId, ['new_contact'])
  const [result] = await upsert(organizationId, [{ email: anEmailAddress() }], { silent: true })
  expect(result).toMatchObject({ status: 'created', contact: { firstName: '' } })
  expect(await db.webhookDelivery.count({ where: { organizationId } })).toBe(0)
  expect(await db.contact.findFirst({ where: { organizationId } })).toMatchObject({
    createdVia: 'import',
    createdById: UNKNOWN,
  })
})

it('a batch has the result of the same single requests, one after another', async () => {
  const [one, other] = await Promise.all([aWorld(), aWorld()])
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryRow, { minLength: 1, maxLength: 12 }), arbitraryMode, async (rows, mode) => {
      run += 1
      const place = (world: World) => rows.map((row) => placeRow(world, row, run))
      const batch = await one.call('POST /contacts/batch', { contacts: place(one), onExisting: mode })
      const singles: string[] = []
      for (const row of place(other)) singles.push(await upsertSingly(other, row, mode))
      const results = batch.body.data.results as { status: string; error?: { code: string; details: object } }[]
      expect(results.map(({ status, error }) => summarize(status, error))).toEqual(singles)
      expect(await readWorld(one)).toEqual(await readWorld(other))
    }),
    { numRuns: pickByTestLength(8, 100), seed: 20260301 },
  )
})

type World = { organizationId: string; call: ReturnType<typeof apiAs>; locationId: string }
type Row = { email: string; locationId?: string | null; [field: string]: unknown }
type Mode = 'update' | 'skip' | 'error'

async function aWorld(): Promise<World> {
  const organizationId = await anOrganization()
  const { id: locationId } = await aLocation(organizationId)
  return { organizationId, call: apiAs(organizationId, 'contacts:*'), locationId }
}

const arbitraryMode = fc.constantFrom<Mode>('update', 'update', 'skip', 'error')
const usually = <T, U>(right: fc.Arbitrary<T>, wrong: U) =>
  fc.oneof({ weight: 19, arbitrary: right }, { weight: 1, arbitrary: fc.constant(wrong) })
const text = usually(fc.constantFrom('Ada', 'Grace', 'Alan'), 'x'.repeat(101))
const optionalText = fc.oneof(text, fc.constantFrom(null, ''))
const arbitraryRow = fc.record(
  {
    email: fc.constantFrom('a', 'b', 'c', 'B'),
    firstName: usually(text, ''),
    lastName: optionalText,
    phone: fc.constantFrom('+33123456789', '(415) 555-0132', null, ''),
    title: optionalText,
    preferredLanguage: usually(fc.constantFrom('en', 'fr', null), 'de'),
    locationId: usually(fc.constantFrom('own', null), UNKNOWN),
    customFields: fc.oneof(
      fc.dictionary(fc.constantFrom('k', 'l', 'm'), fc.oneof(fc.integer(), fc.constant(null))),
      fc.constant(Object.fromEntries(Array.from({ length: 49 }, (_, n) => [`n${n}`, n]))),
      fc.constant(null),
    ),
    tags: fc.oneof(fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 }), fc.constant(null)),
  },
  { requiredKeys: ['email'] },
)

/** Addresses are new in each run. */
function placeRow({ locationId }: World, row: { email: string; locationId?: string | null }, run: number): Row {
  const email = `${row.email}${run}@example.com`
  return { ...row, email, ...(row.locationId === 'own' ? { locationId } : {}) }
}

async function upsertSingly({ organizationId, call }: World, row: Row, mode: Mode): Promise<string> {
  const stored = await db.contact.findFirst({ where: { organizationId, email: row.email.toLowerCase() } })
  const createsOrFails = stored === null || mode === 'error'
  const { body } =
    createsOrFails || mode === 'skip'
      ? await call('POST /contacts', { ...row, ...(stored && row.firstName === undefined ? { firstName: 'A' } : {}) })
      : await call(`PATCH /contacts/${stored.id}`, row)
  if (mode === 'skip' && body.error?.code === 'CONTACT_EXISTS') return 'skipped'
  return summarize(body.error ? 'failed' : createsOrFails ? 'created' : 'updated', body.error)
}

/** Whether a missing first name is a fault, a batch knows only for rows without another. */
function summarize(status: string, error: { code: string; details: object } | undefined): string {
  const fields = Object.keys(error?.details ?? {})
  const reported = fields.filter((field) => field !== 'firstName' || fields.length === 1)
  return error ? `${status} ${error.code} ${reported.join()}` : status
}

async function readWorld({ organizationId, locationId }: World) {
  const rows = await db.contact.findMany({
    where: { organizationId },
    orderBy: { email: 'asc' },
    omit: { id: true, organizationId: true, createdById: true, createdAt: true, updatedAt: true },
  })
  return rows.map((row) => ({ ...row, locationId: row.locationId === locationId ? 'own' : row.locationId }))
}
