import { describe, expect, it } from 'vitest'
import { db } from '../../db'
import { aContact, aLocation, anEmailAddress, anOrganization, aSubscription } from '../../testing/factories/basics'
import { apiAs } from '../../testing/rest-client'

const UNKNOWN = '11111111-1111-1111-1111-111111111111'
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/)

describe('POST /contacts', () => {
  it('201: creating a contact returns every field, with null for unset ones', async () => {
    const call = apiAs(await anOrganization(), 'contacts:write')
    const email = anEmailAddress()
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
        email: anEmailAddress(),
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
      email: anEmailAddress(),
      firstName: 'Ada',
    })

    const deliveries = await db.webhookDelivery.findMany({ where: { organizationId } })
    expect(deliveries).toMatchObject([{ subscriptionId, kind: 'new_contact', status: 'pending' }])
    expect(JSON.parse(deliveries[0]?.body ?? '')).toEqual([body.data])
  })

  it('201: stores a contact’s phone number in E.164 by the default country, and an invalid one as given', async () => {
    const call = apiAs(await anOrganization({ defaultCountry: 'FR' }), 'contacts:write')
    expect(
      (await call('POST /contacts', { email: anEmailAddress(), firstName: 'A', phone: '01 23 45 67 89' })).body.data
        .phone,
    ).toBe('+33123456789')
    expect(
      (await call('POST /contacts', { email: anEmailAddress(), firstName: 'A', phone: 'ext. twelve' })).body.data.phone,
    ).toBe('ext. twelve')
  })

  it('201: stores a national number that does not exist in the default country as given, and never with its code', async () => {
    const call = apiAs(await anOrganization({ defaultCountry: 'US' }), 'contacts:*')
    const stored = async (phone: string) =>
      (await call('POST /contacts', { email: anEmailAddress(), firstName: 'A', phone })).body.data.phone
    expect(await stored('06 12 34 56 78')).toBe('06 12 34 56 78')
    expect(await stored('(415) 555-0132')).toBe('+14155550132')
    expect(await stored('\uFF0B33 6 12 34 56 78')).toBe('+33612345678')
    // Numbers with a country code are stored as written: metadata may lack new ranges.
    expect(await stored('+1 061 234 5678')).toBe('+10612345678')
    expect((await call('GET /contacts?phone=0612345678')).body.meta.total).toBe(0)
    expect((await call('GET /contacts?phone=06%2012%2034%2056%2078')).body.meta.total).toBe(1)
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
    const email = anEmailAddress()
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
      email: 'not-an-email',
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
          (await call('POST /contacts', { email: anEmailAddress(), firstName: 'A', locationId })).body.error,
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
      email: anEmailAddress(),
      firstName: 'Ada',
      ...fields,
    })
    expect(status).toBe(400)
    expect(Object.keys(body.error.details)).toEqual([path])
  })

  it('400: refuses __proto__ in the custom fields of a contact, without prototype pollution', async () => {
    const raw = `{"email":"${anEmailAddress()}","firstName":"A","customFields":{"__proto__":{"polluted":true}}}`
    const { status } = await apiAs(await anOrganization(), 'contacts:write')('POST /contacts', undefined, {
      raw,
      headers: { 'Content-Type': 'application/json' },
    })
    expect(status).toBe(400)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('413: refuses to create a contact from a body over 1 MiB', async () => {
    const { status, body } = await apiAs(await anOrganization(), 'contacts:write')('POST /contacts', {
      email: anEmailAddress(),
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
