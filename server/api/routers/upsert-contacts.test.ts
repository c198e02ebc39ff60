import { describe, expect, it } from 'vitest'
import { addSuppression, optOut } from '../../contacts/suppression'
import { db } from '../../db'
import { mergeMasterDataEntry } from '../../master-data/merge-and-delete'
import {
  aContact,
  aLocation,
  anApiKey,
  anEmailAddress,
  anOrganization,
  aSubscription,
} from '../../testing/factories/basics'
import { apiAs, sendRestRequest } from '../../testing/rest-client'

const UNKNOWN = '11111111-1111-1111-1111-111111111111'
const BATCH = 'POST /contacts/batch'

async function aClient() {
  const organizationId = await anOrganization()
  return { organizationId, call: apiAs(organizationId, 'contacts:*') }
}

const findContact = (organizationId: string, email: string) =>
  db.contact.findFirstOrThrow({ where: { organizationId, email } })

describe('POST /contacts/batch', () => {
  it('200: returns a result for each row, in order, and counts them', async () => {
    const { organizationId, call } = await aClient()
    const known = await aContact(organizationId, { lastName: 'Lovelace', tags: ['old'] })
    const fresh = anEmailAddress('fresh')
    const { status, body } = await call(BATCH, {
      contacts: [
        { email: fresh, firstName: 'Grace', tags: ['new'], customFields: { plan: 'pro' }, phone: '+33123456789' },
        { email: 'not-an-email', firstName: 'Alan' },
        { email: known.email.toUpperCase(), title: 'Countess' },
        'no object',
      ],
    })
    const created = await findContact(organizationId, fresh)
    expect(status).toBe(200)
    expect(body).toEqual({
      data: {
        results: [
          { index: 0, status: 'created', id: created.id },
          {
            index: 1,
            status: 'failed',
            error: {
              code: 'VALIDATION_ERROR',
              message: expect.any(String),
              details: { email: ['Enter a valid email address.'] },
            },
          },
          { index: 2, status: 'updated', id: known.id },
          {
            index: 3,
            status: 'failed',
            error: { code: 'VALIDATION_ERROR', message: expect.any(String), details: { body: ['Use an object.'] } },
          },
        ],
        created: 1,
        updated: 1,
        skipped: 0,
        failed: 2,
      },
    })
    expect(created).toMatchObject({ firstName: 'Grace', tags: ['new'], customFields: { plan: 'pro' } })
    expect(await findContact(organizationId, known.email)).toMatchObject({
      firstName: 'Ada',
      lastName: 'Lovelace',
      title: 'Countess',
      tags: ['old'],
    })
  })

  it('200: each kind of refused row fails alone, with the error of the single request', async () => {
    const { organizationId, call } = await aClient()
    const foreign = await aLocation(await anOrganization())
    const full = await aContact(organizationId, {
      customFields: Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${n}`, n])),
    })
    const { body } = await call(BATCH, {
      contacts: [
        { email: anEmailAddress(), firstName: 'A', locationId: foreign.id },
        { email: anEmailAddress(), firstName: 'A', locationId: UNKNOWN, contactOrganizationId: UNKNOWN },
        { email: full.email, customFields: { one: 'more' } },
        { email: anEmailAddress() },
        { email: anEmailAddress(), firstName: 'A', tags: Array.from({ length: 51 }, (_, n) => `t${n}`) },
        { email: anEmailAddress(), firstName: 'A', lastName: '', locationId: '' },
      ],
    })
    const outcomes = body.data.results.map(({ status, error }: { status: string; error?: { details: object } }) => [
      status,
      error?.details,
    ])
    expect(outcomes).toEqual([
      ['failed', { locationId: ['There is no location with this id.'] }],
      [
        'failed',
        {
          locationId: ['There is no location with this id.'],
          contactOrganizationId: ['There is no contact organization with this id.'],
        },
      ],
      ['failed', { customFields: ['Use at most 50 custom fields.'] }],
      ['failed', { firstName: ['This field is required.'] }],
      ['failed', { tags: ['Send at most 50 items.'] }],
      ['created', undefined],
    ])
    expect(await db.contact.count({ where: { organizationId } })).toBe(2)
  })

  it.each([
    ['update', ['created', 'updated', 'updated']],
    ['skip', ['created', 'skipped', 'skipped']],
    ['error', ['created', 'failed', 'failed']],
  ])(
    '200: with onExisting %s, an existing contact and a second row of one email are %j',
    async (onExisting, expected) => {
      const { organizationId, call } = await aClient()
      const [email, known] = [anEmailAddress(), await aContact(organizationId)]
      const { body } = await call(BATCH, {
        onExisting,
        contacts: [
          { email, firstName: 'First', lastName: 'Kept', customFields: { a: 1, b: 2 } },
          { email: ` ${email.toUpperCase()}`, firstName: 'Second', customFields: { b: null, c: 3 } },
          { email: known.email, firstName: 'Other' },
        ],
      })
      expect(body.data.results.map(({ status }: { status: string }) => status)).toEqual(expected)
      const stored = await findContact(organizationId, email)
      const errors = body.data.results.map(({ error }: { error?: { code: string; details: object } }) => error ?? null)
      const message: unknown = expect.any(String)
      const exists = (contactId: string) =>
        onExisting === 'error' ? { code: 'CONTACT_EXISTS', message, details: { contactId } } : null
      expect(errors).toEqual([null, exists(stored.id), exists(known.id)])
      expect(stored).toMatchObject(
        onExisting === 'update'
          ? { firstName: 'Second', lastName: 'Kept', customFields: { a: 1, c: 3 } }
          : { firstName: 'First', lastName: 'Kept', customFields: { a: 1, b: 2 } },
      )
      expect((await findContact(organizationId, known.email)).firstName).toBe(onExisting === 'update' ? 'Other' : 'Ada')
    },
  )

  it('200: queues one new_contact for each created contact, which is the contact as stored', async () => {
    const { organizationId, call } = await aClient()
    await aSubscription(organizationId, ['new_contact'])
    const [from, into] = [await aLocation(organizationId), await aLocation(organizationId)]
    await mergeMasterDataEntry('location', organizationId, { id: from.id, intoId: into.id })
    const known = await aContact(organizationId)
    const [email, suppressed] = [anEmailAddress(), anEmailAddress()]
    await addSuppression(db, organizationId, suppressed, 'unsubscribed')
    const { body } = await call(BATCH, {
      contacts: [
        { email, firstName: 'First', locationId: from.id },
        { email: known.email, firstName: 'Changed' },
        { email, firstName: 'Second' },
        { email: suppressed, firstName: 'Silent' },
      ],
    })
    const ids = body.data.results.map(({ id }: { id: string }) => id)
    const deliveries = await db.webhookDelivery.findMany({ where: { organizationId }, orderBy: { id: 'asc' } })
    const payloads = deliveries.map((delivery) => JSON.parse(delivery.body)[0])
    expect(new Map(payloads.map((payload) => [payload.id, payload]))).toEqual(
      new Map([
        [ids[0], (await call(`GET /contacts/${ids[0]}`)).body.data],
        [ids[3], (await call(`GET /contacts/${ids[3]}`)).body.data],
      ]),
    )
    expect(payloads).toHaveLength(2)
    expect(await findContact(organizationId, email)).toMatchObject({ firstName: 'Second', locationId: into.id })
    expect(await findContact(organizationId, suppressed)).toMatchObject({ unsubscribed: true, optedOutAt: null })
  })

  it('200: an opt-out survives an update, and a deletion before the address is created again', async () => {
    const { organizationId, call } = await aClient()
    const [stays, deleted] = [await aContact(organizationId), await aContact(organizationId)]
    for (const { id, email } of [stays, deleted]) await optOut(organizationId, id, email)
    await call(`DELETE /contacts/${deleted.id}`)
    const contacts = [stays, deleted].map(({ email }) => ({ email, firstName: 'Again', unsubscribed: false }))
    const { body } = await call(BATCH, { contacts })
    expect(body.data).toMatchObject({ updated: 1, created: 1 })
    for (const { email } of [stays, deleted])
      expect(await findContact(organizationId, email)).toMatchObject({
        firstName: 'Again',
        unsubscribed: true,
        optedOutAt: expect.any(Date),
      })
  })

  it('200: rows that change nothing are not written', async () => {
    const { organizationId, call } = await aClient()
    const known = await aContact(organizationId, { customFields: { plan: 'pro', seats: 3 }, tags: ['a'] })
    const { body } = await call(BATCH, {
      contacts: [{ email: known.email, firstName: 'Ada', customFields: { seats: 3 }, tags: ['a'] }],
    })
    expect(body.data.results).toEqual([{ index: 0, status: 'updated', id: known.id }])
    expect(await findContact(organizationId, known.email)).toEqual(known)
  })

  it('200: replays the stored results of the same Idempotency-Key, and creates nothing again', async () => {
    const { organizationId, call } = await aClient()
    await aSubscription(organizationId, ['new_contact'])
    const contacts = [{ email: anEmailAddress(), firstName: 'Ada' }, { email: 'wrong' }]
    const options = { headers: { 'Idempotency-Key': 'k' } }
    const first = await call(BATCH, { contacts }, options)
    const again = await call(BATCH, { contacts }, options)
    expect([again.status, again.headers.get('Idempotent-Replayed')]).toEqual([200, 'true'])
    expect(again.body).toEqual(first.body)
    expect(first.body.data).toMatchObject({ created: 1, failed: 1 })
    expect(await db.webhookDelivery.count({ where: { organizationId } })).toBe(1)
  })

  it('200: a thousand rows count as one request of the rate limit; 429: the next request over it', async () => {
    const organizationId = await anOrganization({ rateLimitPerMinute: 1 })
    const { key } = await anApiKey(organizationId, ['contacts:write'])
    const contacts = Array.from({ length: 1000 }, (_, n) => ({ email: anEmailAddress(`n${n}`), firstName: `N${n}` }))
    const { status, headers, body } = await sendRestRequest(key, BATCH, { contacts })
    expect([status, body.data.created]).toEqual([200, 1000])
    expect(headers.get('RateLimit')).toContain('"minute";r=0')
    expect(body.data.results.map(({ index }: { index: number }) => index)).toEqual(contacts.map((_, n) => n))
    expect((await sendRestRequest(key, BATCH, { contacts })).status).toBe(429)
    expect(await db.contact.count({ where: { organizationId } })).toBe(1000)
  })

  it.each([
    ['1,001 rows', { contacts: Array.from({ length: 1001 }, () => ({ email: 'ada@example.com', firstName: 'A' })) }],
    ['no rows', { contacts: [] }],
    ['rows missing', {}],
    ['rows that are no list', { contacts: { email: 'ada@example.com' } }],
  ])('400: refuses a batch with %s, and creates nothing', async (_what, input) => {
    const { organizationId, call } = await aClient()
    const { status, body } = await call(BATCH, input)
    expect([status, Object.keys(body.error.details)]).toEqual([400, ['contacts']])
    expect(await db.contact.count({ where: { organizationId } })).toBe(0)
  })

  it('405: the path of the batch takes POST only', async () => {
    const { call } = await aClient()
    const { status, headers } = await call('GET /contacts/batch')
    expect([status, headers.get('Allow')]).toEqual([405, 'POST'])
  })
})

it('a contact records how it was created, and by which key', async () => {
  const organizationId = await anOrganization()
  const { id, key } = await anApiKey(organizationId, ['contacts:write'])
  const emails = [anEmailAddress(), anEmailAddress()]
  await sendRestRequest(key, 'POST /contacts', { email: emails[0], firstName: 'Ada' })
  await sendRestRequest(key, BATCH, { contacts: emails.map((email) => ({ email, firstName: 'Ada' })) })
  for (const email of emails)
    expect(await findContact(organizationId, email)).toMatchObject({ createdVia: 'api', createdById: id })
})
