import { expect, it } from 'vitest'
import { db } from '../../db'
import {
  aContact,
  aLocation,
  anApiKey,
  anEmailAddress,
  anOrganization,
  aSubscription,
  aSurvey,
} from '../../testing/factories/basics'
import { aSequence } from '../../testing/factories/sequences'
import { apiAs, sendRestRequest } from '../../testing/rest-client'

const UNKNOWN = '11111111-1111-1111-1111-111111111111'

it('200: executing a sequence creates and updates contacts, and queues one sending for each', async () => {
  const organizationId = await anOrganization()
  const location = await aLocation(organizationId)
  const employee = await db.employee.create({ data: { organizationId, name: 'Grace Hopper' } })
  await aSubscription(organizationId, ['new_contact'])
  const known = await aContact(organizationId, { firstName: 'Old', lastName: 'Lovelace' })
  const { id } = await aSequence(organizationId)
  const fresh = anEmailAddress('fresh')

  const { status, body } = await apiAs(organizationId, 'sequences:execute')(`POST /sequences/${id}/execute`, {
    contacts: [{ email: fresh }, { email: known.email.toUpperCase(), firstName: 'Ada', phone: '+33123456789' }],
    locationId: location.id,
    employeeId: employee.id,
  })

  expect(status).toBe(200)
  const created = await db.contact.findFirstOrThrow({ where: { organizationId, email: fresh } })
  expect(body).toEqual({
    data: {
      sequenceId: id,
      sequenceName: 'After the visit',
      contactsProcessed: 2,
      sendingsCreated: 2,
      results: [
        { email: fresh, contactId: created.id, sendingId: expect.any(String), status: 'queued' },
        { email: known.email, contactId: known.id, sendingId: expect.any(String), status: 'queued' },
      ],
    },
  })
  expect(created).toMatchObject({ firstName: '', locationId: location.id })
  expect(await db.contact.findUnique({ where: { id: known.id } })).toMatchObject({
    firstName: 'Ada',
    lastName: 'Lovelace',
    phone: '+33123456789',
    locationId: location.id,
  })
  const sendings = await db.sending.findMany({ where: { organizationId } })
  expect(new Set(sendings.map((sending) => sending.id))).toEqual(
    new Set(body.data.results.map(({ sendingId }: { sendingId: string }) => sendingId)),
  )
  expect(sendings).toHaveLength(2)
  for (const sending of sendings)
    expect(sending).toMatchObject({
      sequenceId: id,
      status: 'queued',
      locationId: location.id,
      employeeId: employee.id,
    })
  const deliveries = await db.webhookDelivery.findMany({ where: { organizationId } })
  expect(deliveries.map(({ kind, body: text }) => [kind, JSON.parse(text)[0].id])).toEqual([
    ['new_contact', created.id],
  ])
})

it('200: a sending without a given location uses the location of its contact', async () => {
  const organizationId = await anOrganization()
  const [location, { id }] = [await aLocation(organizationId), await aSequence(organizationId)]
  const here = await aContact(organizationId, { locationId: location.id })
  const nowhere = await aContact(organizationId)
  await apiAs(organizationId, 'sequences:execute')(`POST /sequences/${id}/execute`, {
    contacts: [{ email: here.email }, { email: nowhere.email }],
  })
  const sendings = await db.sending.findMany({ where: { organizationId } })
  expect(new Map(sendings.map(({ contactId, locationId }) => [contactId, locationId]))).toEqual(
    new Map([
      [here.id, location.id],
      [nowhere.id, null],
    ]),
  )
})

it('200: executing a sequence with a duplicate email enrols one contact, and later values win', async () => {
  const organizationId = await anOrganization()
  const { id } = await aSequence(organizationId)
  const email = anEmailAddress()
  const { body } = await apiAs(organizationId, 'sequences:execute')(`POST /sequences/${id}/execute`, {
    contacts: [
      { email, firstName: 'First', lastName: 'Kept' },
      { email: ` ${email.toUpperCase()}`, firstName: 'Last' },
    ],
  })
  expect(body.data).toMatchObject({ contactsProcessed: 1, sendingsCreated: 1, results: [{ email }] })
  expect(await db.contact.findFirst({ where: { organizationId } })).toMatchObject({
    firstName: 'Last',
    lastName: 'Kept',
  })
  expect(await db.sending.count({ where: { organizationId } })).toBe(1)
})

it('200: executing a sequence merges every field of its contacts, and an empty name or phone keeps the stored one', async () => {
  const organizationId = await anOrganization()
  const { id } = await aSequence(organizationId)
  const [own, shared] = [await aLocation(organizationId), await aLocation(organizationId)]
  const company = await db.contactOrganization.create({ data: { organizationId, name: 'Analytical' } })
  const known = await aContact(organizationId, {
    lastName: 'Lovelace',
    title: 'Countess',
    phone: '+33123456789',
    customFields: { plan: 'free', seats: 2 },
    tags: ['old'],
  })
  const fresh = anEmailAddress()
  const { status, body } = await apiAs(organizationId, 'sequences:execute')(`POST /sequences/${id}/execute`, {
    locationId: shared.id,
    contacts: [
      {
        email: known.email,
        firstName: '',
        lastName: null,
        phone: '',
        title: '',
        preferredLanguage: 'fr',
        contactOrganizationId: company.id,
        customFields: { plan: 'pro', seats: null },
        tags: ['new'],
      },
      { email: fresh, locationId: own.id, customFields: { plan: 'pro' } },
    ],
  })
  expect([status, body.data.warnings]).toEqual([200, undefined])
  expect(await db.contact.findUnique({ where: { id: known.id } })).toMatchObject({
    firstName: 'Ada',
    lastName: 'Lovelace',
    phone: '+33123456789',
    title: null,
    preferredLanguage: 'fr',
    locationId: shared.id,
    contactOrganizationId: company.id,
    customFields: { plan: 'pro' },
    tags: ['new'],
    createdVia: null,
  })
  const created = await db.contact.findFirstOrThrow({ where: { organizationId, email: fresh } })
  expect(created).toMatchObject({ locationId: own.id, customFields: { plan: 'pro' }, createdVia: 'enrolment' })
  expect(await db.sending.findFirst({ where: { organizationId, contactId: created.id } })).toMatchObject({
    locationId: own.id,
  })
})

it('400: executing a sequence names the field of each refused contact, and changes nothing', async () => {
  const organizationId = await anOrganization()
  const { id } = await aSequence(organizationId)
  const full = await aContact(organizationId, { customFields: { large: 'x'.repeat(16_000) } })
  const call = apiAs(organizationId, 'sequences:execute')
  const execute = async (...contacts: object[]) =>
    (await call(`POST /sequences/${id}/execute`, { contacts })).body.error
  const email = anEmailAddress()
  expect(
    (await execute({ email }, { email, locationId: UNKNOWN }, { email, contactOrganizationId: UNKNOWN })).details,
  ).toEqual({
    'contacts.1.locationId': ['There is no location with this id.'],
    'contacts.2.contactOrganizationId': ['There is no contact organization with this id.'],
  })
  expect((await execute({ email, preferredLanguage: 'de', tags: [7] })).details).toEqual({
    'contacts.0.preferredLanguage': ['Use en or fr.'],
    'contacts.0.tags.0': ['Use text.'],
  })
  const merged = await execute({ email }, { email: full.email, customFields: { more: 'y'.repeat(1000) } })
  expect(Object.keys(merged.details)).toEqual(['contacts.1.customFields'])
  expect(await db.contact.count({ where: { organizationId } })).toBe(1)
  expect(await db.sending.count({ where: { organizationId } })).toBe(0)
})

it.each([
  ['no contacts', { contacts: [] }, { contacts: ['Add at least one contact.'] }],
  ['contacts missing', {}, { contacts: ['This field is required.'] }],
  [
    'too many',
    { contacts: Array.from({ length: 101 }, (_, n) => ({ email: `n${n}@example.com` })) },
    { contacts: ['Send at most 100 contacts at a time.'] },
  ],
  [
    'wrong addresses',
    { contacts: [{ email: 'ada@example.com' }, { email: 'not-an-email' }, {}] },
    { 'contacts.1.email': ['Enter a valid email address.'], 'contacts.2.email': ['This field is required.'] },
  ],
  [
    'an unknown location and employee',
    { contacts: [{ email: 'ada@example.com' }], locationId: UNKNOWN, employeeId: UNKNOWN },
    { locationId: ['There is no location with this id.'], employeeId: ['There is no employee with this id.'] },
  ],
])('400: executing a sequence with %s names the field, and changes nothing', async (_, input, details) => {
  const organizationId = await anOrganization()
  const { id } = await aSequence(organizationId)
  const { status, body } = await apiAs(organizationId, 'sequences:execute')(`POST /sequences/${id}/execute`, input)
  expect(status).toBe(400)
  expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', details })
  expect(body.error.details).toEqual(details)
  expect(await db.contact.count({ where: { organizationId } })).toBe(0)
  expect(await db.sending.count({ where: { organizationId } })).toBe(0)
})

it('400: executing a sequence that sends SMS requires a phone number for each contact', async () => {
  const organizationId = await anOrganization()
  const { id } = await aSequence(organizationId, [{ type: 'sms', body: 'Hello' }])
  const twice = anEmailAddress()
  const { status, body } = await apiAs(organizationId, 'sequences:execute')(`POST /sequences/${id}/execute`, {
    contacts: [
      { email: anEmailAddress(), phone: '+33123456789' },
      { email: anEmailAddress() },
      { email: twice },
      { email: twice, phone: '+33123456789' },
    ],
  })
  expect(status).toBe(400)
  expect(Object.keys(body.error.details)).toEqual(['contacts.1.phone'])
})

it.each(['draft', 'paused', 'archived'])(
  '400: refuses to execute a sequence that is %s, and creates no contact',
  async (state) => {
    const organizationId = await anOrganization()
    const { id } = await aSequence(organizationId, undefined, { status: state })
    const { status, body } = await apiAs(organizationId, 'sequences:execute')(`POST /sequences/${id}/execute`, {
      contacts: [{ email: anEmailAddress() }],
    })
    expect(status).toBe(400)
    expect(body.error.code).toBe('SEQUENCE_INACTIVE')
    expect(await db.contact.count({ where: { organizationId } })).toBe(0)
  },
)

it('403: sequences:read cannot execute a sequence, and sequences:execute cannot list sequences', async () => {
  const organizationId = await anOrganization()
  const { id } = await aSequence(organizationId)
  const read = await apiAs(organizationId, 'sequences:read')(`POST /sequences/${id}/execute`, {})
  expect(read.status).toBe(403)
  expect(read.body.error).toMatchObject({ requiredScope: 'sequences:execute', availableScopes: ['sequences:read'] })
  expect((await apiAs(organizationId, 'sequences:execute')('GET /sequences')).status).toBe(403)
  expect((await apiAs(organizationId, 'sequences:*')('GET /sequences')).status).toBe(200)
})

it('200: repeating an execution of a sequence with the same Idempotency-Key enrols once', async () => {
  const organizationId = await anOrganization()
  const { id } = await aSequence(organizationId)
  const { key } = await anApiKey(organizationId, ['sequences:execute'])
  const body = { contacts: [{ email: anEmailAddress() }] }
  const headers = { 'Idempotency-Key': 'once' }
  const first = await sendRestRequest(key, `POST /sequences/${id}/execute`, body, { headers })
  const second = await sendRestRequest(key, `POST /sequences/${id}/execute`, body, { headers })
  expect(second.body).toEqual(first.body)
  expect(second.headers.get('Idempotent-Replayed')).toBe('true')
  expect(await db.sending.count({ where: { organizationId } })).toBe(1)
})

it('200: sends a survey without a sequence to a key with the scope surveys:send', async () => {
  const organizationId = await anOrganization()
  const survey = await aSurvey(organizationId, { name: 'How likely' })
  const email = anEmailAddress()
  const send = (scope: string, id: string) =>
    apiAs(organizationId, scope)(`POST /surveys/${id}/send`, { contacts: [{ email }] })
  expect((await send('surveys:write', survey.id)).status).toBe(403)
  expect((await send('surveys:send', UNKNOWN)).status).toBe(404)
  const { status, body } = await send('surveys:send', survey.id)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    surveyId: survey.id,
    surveyName: 'How likely',
    sendingsCreated: 1,
    results: [{ email, status: 'queued' }],
  })
  expect(await db.sending.findMany({ where: { organizationId } })).toMatchObject([
    { sequenceId: null, surveyId: survey.id },
  ])
})
