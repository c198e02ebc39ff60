import { describe, expect, it } from 'vitest'
import { hasOptedOut } from '../../contacts/contacts'
import { optOut, suppress } from '../../contacts/suppression'
import { db } from '../../db'
import { mergeRecord } from '../../records/remove'
import { aContact, aLocation, anApiKey, anEmail, anOrganization, aSubscription } from '../../testing/factories/basics'
import { aSequence } from '../../testing/factories/sequences'
import { apiAs, restRequest } from '../../testing/http'
import { runSending } from '../../testing/sendings'

const UNKNOWN = '11111111-1111-1111-1111-111111111111'
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/)

describe('POST /contacts', () => {
  it('201: creating a contact returns every field, with null for unset ones', async () => {
    const call = apiAs(await anOrganization(), 'contacts:write')
    const email = anEmail()
    const { status, body } = await call('POST /contacts', { email: `  ${email.toUpperCase()} `, firstName: 'Ada' })
    expect(status).toBe(201)
    expect(body).toEqual({
      data: {
        id: uuid,
        email,
        firstName: 'Ada',
        lastName: null,
        phone: null,
        title: null,
        preferredLanguage: null,
        locationId: null,
        contactOrganizationId: null,
        customFields: {},
        tags: [],
        unsubscribed: false,
        createdAt: timestamp,
        updatedAt: timestamp,
      },
    })
  })

  it.each(['Ada\nLovelace', 'Ada\u0007', 'Ada\u202egnp', 'Ada\u2028L'])(
    '400: refuses a contact name or title with line breaks or invisible characters: %j',
    async (name) => {
      const organizationId = await anOrganization()
      const call = apiAs(organizationId, 'contacts:write')
      const { status, body } = await call('POST /contacts', {
        email: anEmail(),
        firstName: name,
        lastName: name,
        title: name,
      })
      expect(status).toBe(400)
      expect(Object.keys(body.error.details)).toEqual(['firstName', 'lastName', 'title'])
      expect(await db.contact.count({ where: { organizationId } })).toBe(0)
    },
  )

  it('201: creating a contact queues one new_contact delivery, whose body is an array of that contact', async () => {
    const organizationId = await anOrganization()
    const { id: subscriptionId } = await aSubscription(organizationId, ['new_contact', 'new_response'])
    await aSubscription(organizationId, ['new_response'])
    await aSubscription(organizationId, ['new_contact'], { active: false })

    const { body } = await apiAs(organizationId, 'contacts:write')('POST /contacts', {
      email: anEmail(),
      firstName: 'Ada',
    })

    const deliveries = await db.webhookDelivery.findMany({ where: { organizationId } })
    expect(deliveries).toMatchObject([{ subscriptionId, kind: 'new_contact', status: 'pending' }])
    expect(JSON.parse(deliveries[0]?.body ?? '')).toEqual([body.data])
  })

  it('201: stores a contact’s phone number in E.164 by the default country, and an invalid one as given', async () => {
    const call = apiAs(await anOrganization({ defaultCountry: 'FR' }), 'contacts:write')
    expect(
      (await call('POST /contacts', { email: anEmail(), firstName: 'A', phone: '01 23 45 67 89' })).body.data.phone,
    ).toBe('+33123456789')
    expect(
      (await call('POST /contacts', { email: anEmail(), firstName: 'A', phone: 'ext. twelve' })).body.data.phone,
    ).toBe('ext. twelve')
  })

  it('201: stores a national number that does not exist in the default country as given, and never with its code', async () => {
    const call = apiAs(await anOrganization({ defaultCountry: 'US' }), 'contacts:*')
    const stored = async (phone: string) =>
      (await call('POST /contacts', { email: anEmail(), firstName: 'A', phone })).body.data.phone
    expect(await stored('06 12 34 56 78')).toBe('06 12 34 56 78')
    expect(await stored('(415) 555-0132')).toBe('+14155550132')
    expect(await stored('\uFF0B33 6 12 34 56 78')).toBe('+33612345678')
    // Numbers with a country code are taken as written: metadata may lack new ranges.
    expect(await stored('+1 061 234 5678')).toBe('+10612345678')
    expect((await call('GET /contacts?phone=0612345678')).body.meta.total).toBe(0)
    expect((await call('GET /contacts?phone=06%2012%2034%2056%2078')).body.meta.total).toBe(1)
  })

  it('201: a recreated contact stays unsubscribed if its address opted out, and cannot be resubscribed', async () => {
    const organizationId = await anOrganization()
    const call = apiAs(organizationId, 'contacts:write')
    const contact = await aContact(organizationId)
    expect(await hasOptedOut(organizationId, contact.id)).toBe(false)
    await optOut(organizationId, contact.id, contact.email)
    expect(await hasOptedOut(organizationId, contact.id)).toBe(true)
    await call(`DELETE /contacts/${contact.id}`)
    const again = await call('POST /contacts', { email: contact.email, firstName: 'Ada' })
    expect(again.body.data.unsubscribed).toBe(true)
    expect((await call(`PATCH /contacts/${again.body.data.id}`, { unsubscribed: false })).status).toBe(400)
  })

  it('201: the event of a contact with a suppressed address and a merged location is the contact as stored', async () => {
    const organizationId = await anOrganization()
    await aSubscription(organizationId, ['new_contact'])
    const call = apiAs(organizationId, 'contacts:read', 'contacts:write')
    const [from, into] = [await aLocation(organizationId), await aLocation(organizationId)]
    await mergeRecord('location', organizationId, { id: from.id, intoId: into.id })
    const email = anEmail()
    await suppress(db, organizationId, email, 'unsubscribed')
    const { body } = await call('POST /contacts', { email, firstName: 'Ada', locationId: from.id })
    expect(body.data).toMatchObject({ unsubscribed: true, locationId: into.id })
    expect((await call(`GET /contacts/${body.data.id}`)).body.data).toEqual(body.data)
    const deliveries = await db.webhookDelivery.findMany({ where: { organizationId } })
    expect(deliveries.map((delivery) => JSON.parse(delivery.body))).toEqual([[body.data]])
  })

  it('201: a recreated contact stays unsubscribed if the organization unsubscribed it, and can be resubscribed', async () => {
    const organizationId = await anOrganization()
    const call = apiAs(organizationId, 'contacts:write', 'sequences:execute')
    const { id, email } = await aContact(organizationId)
    await call(`PATCH /contacts/${id}`, { unsubscribed: true })
    await call(`DELETE /contacts/${id}`)
    const again = await call('POST /contacts', { email, firstName: 'Ada' })
    expect(again.body.data).toMatchObject({ unsubscribed: true })

    await call(`DELETE /contacts/${again.body.data.id}`)
    const { id: sequenceId } = await aSequence(organizationId)
    await call(`POST /sequences/${sequenceId}/execute`, { contacts: [{ email }] })
    const enrolled = await db.contact.findFirstOrThrow({ where: { organizationId, email } })
    expect(enrolled).toMatchObject({ unsubscribed: true, optedOutAt: null })

    const other = await aContact(organizationId)
    await call(`DELETE /contacts/${enrolled.id}`)
    expect((await call(`PATCH /contacts/${other.id}`, { email })).body.data.unsubscribed).toBe(true)
    expect((await call(`PATCH /contacts/${other.id}`, { unsubscribed: false })).body.data.unsubscribed).toBe(false)
    await call(`DELETE /contacts/${other.id}`)
    expect((await call('POST /contacts', { email, firstName: 'Ada' })).body.data.unsubscribed).toBe(false)
  })

  it('201: a contact with a bounced address starts subscribed but suppressed, and a later opt-out is remembered', async () => {
    const organizationId = await anOrganization()
    const call = apiAs(organizationId, 'contacts:write', 'sequences:execute')
    const email = anEmail()
    await suppress(db, organizationId, email, 'bounced')
    const { body } = await call('POST /contacts', { email, firstName: 'Ada' })
    expect(body.data.unsubscribed).toBe(false)
    const other = await aContact(organizationId)
    await call(`DELETE /contacts/${body.data.id}`)
    expect((await call(`PATCH /contacts/${other.id}`, { email })).body.data.unsubscribed).toBe(false)
    await call(`DELETE /contacts/${other.id}`)
    const { id: sequenceId } = await aSequence(organizationId)
    await call(`POST /sequences/${sequenceId}/execute`, { contacts: [{ email }] })
    const enrolled = await db.contact.findFirstOrThrow({ where: { organizationId, email } })
    expect(enrolled.unsubscribed).toBe(false)
    const sending = await db.sending.findFirstOrThrow({ where: { organizationId } })
    await runSending(organizationId, sending.id)
    expect(await db.sendingStep.findFirst({ where: { organizationId } })).toMatchObject({
      status: 'skipped',
      reason: { code: 'suppressed' },
    })

    await optOut(organizationId, enrolled.id, email)
    await call(`DELETE /contacts/${enrolled.id}`)
    expect((await call('POST /contacts', { email, firstName: 'Ada' })).body.data.unsubscribed).toBe(true)
  })

  it('409: creating a contact with an existing email names the existing contact, ignoring case', async () => {
    const organizationId = await anOrganization()
    const contact = await aContact(organizationId)
    const { status, body } = await apiAs(organizationId, 'contacts:write')('POST /contacts', {
      email: contact.email.toUpperCase(),
      firstName: 'B',
    })
    expect(status).toBe(409)
    expect(body.error).toMatchObject({ code: 'CONTACT_EXISTS', details: { contactId: contact.id } })
  })

  it('409: of 50 concurrent requests to create a contact with one email one succeeds and 49 name it', async () => {
    const call = apiAs(await anOrganization(), 'contacts:write')
    const email = anEmail()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => call('POST /contacts', { email, firstName: 'Ada' })),
    )
    const created = answers.filter((answer) => answer.status === 201)
    expect(created).toHaveLength(1)
    const ids = answers.filter((answer) => answer.status === 409).map((answer) => answer.body.error.details.contactId)
    expect(ids).toEqual(Array.from({ length: 49 }, () => created[0]?.body.data.id))
  })

  it('400: creating a contact names every invalid field with a sentence', async () => {
    const call = apiAs(await anOrganization(), 'contacts:write')
    const { status, body } = await call('POST /contacts', {
      email: 'nobody',
      tags: ['ok', 7],
      preferredLanguage: 'de',
      locationId: UNKNOWN.slice(1),
    })
    expect(status).toBe(400)
    expect(body.error.code).toBe('VALIDATION_ERROR')
    expect(body.error.details).toEqual({
      email: ['Enter a valid email address.'],
      firstName: ['This field is required.'],
      'tags.1': ['Use text.'],
      preferredLanguage: ['Use en or fr.'],
      locationId: [expect.stringContaining('UUID')],
    })
  })

  it('400: refuses a contact location of another organization with the same error as an unknown one', async () => {
    const foreign = await aLocation(await anOrganization())
    const call = apiAs(await anOrganization(), 'contacts:write')
    const messages = await Promise.all(
      [foreign.id, UNKNOWN].map(
        async (locationId) =>
          (await call('POST /contacts', { email: anEmail(), firstName: 'A', locationId })).body.error,
      ),
    )
    expect(messages[0].details).toEqual({ locationId: ['There is no location with this id.'] })
    expect(messages[0]).toEqual(messages[1])
  })

  it.each([
    ['no JSON', '{', {}],
    ['an array', '[]', {}],
    ['null', 'null', {}],
    ['another content type', '{}', { 'Content-Type': 'text/plain' }],
    ['nothing', '', {}],
    ['bytes that are no UTF-8 text', '\ud800', {}],
  ])('400: refuses to create a contact from a body that is %s', async (_what, raw, headers) => {
    const { status, body } = await apiAs(await anOrganization(), 'contacts:write')('POST /contacts', undefined, {
      raw,
      headers: { 'Content-Type': 'application/json', ...headers },
    })
    expect(status).toBe(400)
    expect(Object.keys(body.error.details)).toEqual(raw === '\ud800' ? ['body'] : ['body'])
  })

  it.each([
    ['a NUL byte', { firstName: 'A\u0000' }, 'firstName'],
    ['half a surrogate pair', { lastName: '\ud83d' }, 'lastName'],
    ['a NUL byte inside custom fields', { customFields: { a: { b: ['\u0000'] } } }, 'customFields'],
    [
      'too many custom fields',
      { customFields: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, i])) },
      'customFields',
    ],
    ['custom fields that are too large', { customFields: { a: 'x'.repeat(17_000) } }, 'customFields'],
    ['a name that is too long', { firstName: 'x'.repeat(101) }, 'firstName'],
    ['too many tags', { tags: Array.from({ length: 51 }, (_, i) => `t${i}`) }, 'tags'],
    ['a number for text', { firstName: 7 }, 'firstName'],
  ])('400: refuses to create a contact with %s', async (_what, fields, path) => {
    const { status, body } = await apiAs(await anOrganization(), 'contacts:write')('POST /contacts', {
      email: anEmail(),
      firstName: 'Ada',
      ...fields,
    })
    expect(status).toBe(400)
    expect(Object.keys(body.error.details)).toEqual([path])
  })

  it('400: refuses __proto__ in the custom fields of a contact, without prototype pollution', async () => {
    const raw = `{"email":"${anEmail()}","firstName":"A","customFields":{"__proto__":{"polluted":true}}}`
    const { status } = await apiAs(await anOrganization(), 'contacts:write')('POST /contacts', undefined, {
      raw,
      headers: { 'Content-Type': 'application/json' },
    })
    expect(status).toBe(400)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('413: refuses to create a contact from a body over 1 MiB', async () => {
    const { status, body } = await apiAs(await anOrganization(), 'contacts:write')('POST /contacts', {
      email: anEmail(),
      firstName: 'x'.repeat(1_100_000),
    })
    expect(status).toBe(413)
    expect(body.error.code).toBe('PAYLOAD_TOO_LARGE')
  })

  it('403: creating a contact names the missing scope before the body is validated', async () => {
    const { status, body } = await apiAs(
      await anOrganization(),
      'contacts:read',
      'surveys:*',
    )('POST /contacts', { email: 'x' })
    expect(status).toBe(403)
    expect(body.error).toEqual({
      code: 'INSUFFICIENT_PERMISSIONS',
      message: expect.any(String),
      requiredScope: 'contacts:write',
      availableScopes: ['contacts:read', 'surveys:*'],
    })
  })
})

describe('GET /contacts', () => {
  it('200: lists contacts newest first in pages with an exact total', async () => {
    const organizationId = await anOrganization()
    const ids: string[] = []
    for (let i = 0; i < 5; i += 1) ids.unshift((await aContact(organizationId)).id)
    const { status, body } = await apiAs(organizationId, 'contacts:read')('GET /contacts?page=2&limit=2')
    expect(status).toBe(200)
    expect(body.data.map((contact: { id: string }) => contact.id)).toEqual(ids.slice(2, 4))
    expect(body.meta).toEqual({ page: 2, perPage: 2, total: 5, totalPages: 3 })
  })

  it('200: caps the contact list limit at 100, and returns an empty page with correct meta past the end', async () => {
    const organizationId = await anOrganization()
    await aContact(organizationId)
    const call = apiAs(organizationId, 'contacts:read')
    expect((await call('GET /contacts?limit=5000')).body.meta.perPage).toBe(100)
    expect((await call('GET /contacts?page=99999999999')).body).toEqual({
      data: [],
      meta: { page: 99999999999, perPage: 50, total: 1, totalPages: 1 },
    })
  })

  it('200: filters contacts by search, email, phone and location, and by location and search combined', async () => {
    const organizationId = await anOrganization()
    const location = await aLocation(organizationId)
    const grace = await aContact(organizationId, {
      firstName: 'Grace',
      lastName: 'Hop%per',
      phone: '+12125550100',
      locationId: location.id,
    })
    await aContact(organizationId, { firstName: 'Grace', lastName: 'Kelly' })
    const call = apiAs(organizationId, 'contacts:read')
    const found = async (query: string) => {
      const { body } = await call(`GET /contacts?${query}`)
      expect(body.meta.total).toBe(body.data.length)
      return body.data.length as number
    }
    expect(await found('search=grace')).toBe(2)
    expect(await found('search=hop%25')).toBe(1)
    expect(await found('search=h_p')).toBe(0)
    expect(await found(`email=${encodeURIComponent(grace.email.toUpperCase())}`)).toBe(1)
    expect(await found(`phone=${encodeURIComponent('(212) 555-0100')}`)).toBe(1)
    expect(await found(`location_id=${location.id}&search=grace`)).toBe(1)
    expect(await found(`location_id=${UNKNOWN}`)).toBe(0)
  })

  it.each(['page=0', 'page=-1', 'page=x', 'page=1.5', 'limit=0', 'limit=NaN', 'page=1&page=2', 'location_id=7'])(
    '400: refuses to list contacts with the query %s',
    async (query) => {
      const { status, body } = await apiAs(await anOrganization(), 'contacts:read')(`GET /contacts?${query}`)
      expect(status).toBe(400)
      expect(Object.keys(body.error.details)).toEqual([query.split('=')[0]])
    },
  )

  it('400: refuses unknown query parameters of the contact list, including toString and __proto__', async () => {
    const { status, body } = await apiAs(
      await anOrganization(),
      'contacts:read',
    )('GET /contacts?toString=1&__proto__=2&x=1&x=2')
    expect([status, Object.keys(body.error.details)]).toEqual([400, ['toString', '__proto__', 'x']])
  })
})

describe('/contacts/:id', () => {
  it('200: gets, updates and deletes a contact by id', async () => {
    const organizationId = await anOrganization()
    const contact = await aContact(organizationId, {
      lastName: 'Lovelace',
      tags: ['old'],
      customFields: { keep: 1, drop: 2 },
    })
    const call = apiAs(organizationId, 'contacts:*')
    expect((await call(`GET /contacts/${contact.id}`)).body.data.email).toBe(contact.email)

    const patch = { firstName: 'Augusta', lastName: null, tags: ['new'], customFields: { drop: null, add: [3] } }
    const { status, body } = await call(`PATCH /contacts/${contact.id}`, patch)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      firstName: 'Augusta',
      lastName: null,
      tags: ['new'],
      customFields: { keep: 1, add: [3] },
      email: contact.email,
    })

    expect((await call(`DELETE /contacts/${contact.id}`)).body).toEqual({ data: { id: contact.id, deleted: true } })
    expect((await call(`GET /contacts/${contact.id}`)).status).toBe(404)
  })

  it('200: 20 concurrent updates of different custom fields of one contact are all saved', async () => {
    const organizationId = await anOrganization()
    const contact = await aContact(organizationId)
    const call = apiAs(organizationId, 'contacts:*')
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => call(`PATCH /contacts/${contact.id}`, { customFields: { [`k${i}`]: i } })),
    )
    expect(Object.keys((await call(`GET /contacts/${contact.id}`)).body.data.customFields)).toHaveLength(20)
  })

  it('409: refuses to change a contact’s email to that of another contact', async () => {
    const organizationId = await anOrganization()
    const [a, b] = [await aContact(organizationId), await aContact(organizationId)]
    const { status, body } = await apiAs(organizationId, 'contacts:write')(`PATCH /contacts/${a.id}`, {
      email: b.email,
    })
    expect([status, body.error.details]).toEqual([409, { contactId: b.id }])
  })

  it.each(['GET', 'PATCH', 'DELETE'])(
    '404: %s answers the same for an unknown contact and one of another organization',
    async (method) => {
      const foreign = await aContact(await anOrganization())
      const call = apiAs(await anOrganization(), 'contacts:*')
      const body = method === 'PATCH' ? { firstName: 'Eve' } : undefined
      const answers = [
        await call(`${method} /contacts/${foreign.id}`, body),
        await call(`${method} /contacts/${UNKNOWN}`, body),
      ]
      expect(answers.map((answer) => answer.status)).toEqual([404, 404])
      expect(answers[0]?.body).toEqual(answers[1]?.body)
      expect(await db.contact.findUnique({ where: { id: foreign.id } })).toEqual(foreign)
    },
  )

  it('400: refuses a contact id that is not a UUID', async () => {
    const { status, body } = await apiAs(await anOrganization(), 'contacts:read')('GET /contacts/42')
    expect([status, Object.keys(body.error.details)]).toEqual([400, ['id']])
  })
})

describe('API authentication and rate limits', () => {
  it('401: refuses a missing, malformed, invalid, inactive or expired API key with its own error code', async () => {
    const organizationId = await anOrganization()
    const inactive = await anApiKey(organizationId, ['admin'], { isActive: false })
    const expired = await anApiKey(organizationId, ['admin'], { expiresAt: new Date(Date.now() - 1000) })
    const codeOf = async (key: string | null) => {
      const { status, body } = await restRequest(key, 'GET /contacts')
      return `${status} ${body.error.code}`
    }
    expect(await codeOf(null)).toBe('401 MISSING_API_KEY')
    expect(await codeOf('sk_live_123')).toBe('401 INVALID_API_KEY_FORMAT')
    expect(await codeOf(`cfs_${'a'.repeat(43)}`)).toBe('401 INVALID_API_KEY')
    expect(await codeOf(inactive.key)).toBe('401 INVALID_API_KEY')
    expect(await codeOf(expired.key)).toBe('401 EXPIRED_API_KEY')
  })

  it('200: accepts an API key as a Bearer token; X-API-Key takes precedence if both are sent', async () => {
    const { key } = await anApiKey(await anOrganization(), ['contacts:read'])
    expect(
      (await restRequest(null, 'GET /contacts', undefined, { headers: { Authorization: `bearer ${key}` } })).status,
    ).toBe(200)
    const both = await restRequest('nonsense', 'GET /contacts', undefined, {
      headers: { Authorization: `Bearer ${key}` },
    })
    expect(both.body.error.code).toBe('INVALID_API_KEY_FORMAT')
  })

  it('401 precedes 404 and 404 precedes 403 on an unknown API path; 405 has an Allow header', async () => {
    const call = apiAs(await anOrganization(), 'surveys:read')
    expect((await restRequest(null, 'GET /nowhere')).status).toBe(401)
    expect((await call('GET /nowhere')).body.error.code).toBe('NOT_FOUND')
    const wrong = await call('PUT /contacts')
    expect([wrong.status, wrong.body.error.code, wrong.headers.get('Allow')]).toEqual([
      405,
      'METHOD_NOT_ALLOWED',
      'GET, HEAD, POST',
    ])
  })

  it('429: admits exactly 100 of 300 concurrent requests at 100 a minute, and sends Retry-After', async () => {
    const organizationId = await anOrganization({ rateLimitPerMinute: 100, rateLimitPerHour: 1000 })
    const call = apiAs(organizationId, 'contacts:read')
    const answers = await Promise.all(Array.from({ length: 300 }, () => call('GET /contacts')))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(100)
    const refused = answers.find((answer) => answer.status === 429)
    const { retryAfter } = refused?.body.error.details ?? {}
    expect(Number.isInteger(retryAfter) && retryAfter >= 1 && retryAfter <= 61).toBe(true)
    expect(refused?.headers.get('Retry-After')).toBe(String(retryAfter))
    expect(refused?.headers.get('RateLimit-Policy')).toBe('"minute";q=100;w=60, "hour";q=1000;w=3600')
    expect(refused?.headers.get('RateLimit')).toMatch(/^"minute";r=0;t=\d+, "hour";r=900;t=\d+$/)
  })

  it('a refused API request is answered with a request id and Cache-Control: no-store', async () => {
    const { headers } = await restRequest(null, 'GET /contacts')
    expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('Cache-Control')).toBe('no-store')
  })
})
