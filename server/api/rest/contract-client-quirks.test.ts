import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { db } from '../../db'
import { aContact, aLocation, anApiKey, anEmailAddress, anOrganization, aSurvey } from '../../testing/factories/basics'
import { aSequence } from '../../testing/factories/sequences'
import { handleRest } from './rest'

let organizationId: string
let key: string

beforeAll(async () => {
  organizationId = await anOrganization()
  key = (await anApiKey(organizationId, ['admin'])).key
})

async function send(line: string, body?: BodyInit | object, headers: Record<string, string> = {}) {
  const [method = '', path = ''] = line.split(' ')
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  const response = await handleRest(
    new Request(`http://localhost/api/v1${path}`, {
      method,
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
    }),
  )
  return { status: response.status, body: JSON.parse((await response.text()) || 'null') }
}

describe('query parameters', () => {
  it.each([
    ['/contacts?locationId=1', 'locationId', /location_id\.$/],
    ['/contacts?location=1', 'location', /location_id\.$/],
    ['/responses?startDate=2026-01-01', 'startDate', /start_date\.$/],
    ['/contacts?colour=red', 'colour', /^This operation does not have this parameter\. It has /],
  ])('400: GET %s names the unknown query parameter and suggests the closest one', async (path, name, words) => {
    const { status, body } = await send(`GET ${path}`)
    expect(status).toBe(400)
    expect(Object.keys(body.error.details)).toEqual([name])
    expect(body.error.details[name][0]).toMatch(words)
  })

  it('400: POST /contacts refuses a query parameter, and creates nothing', async () => {
    const email = anEmailAddress()
    expect((await send('POST /contacts?dry_run=true', { email, firstName: 'Ada' })).status).toBe(400)
    expect(await db.contact.count({ where: { organizationId, email } })).toBe(0)
  })

  it('200: GET /contacts finds an email address whose plus was not encoded', async () => {
    const email = `plus+tag-${uuidv7()}@example.com`
    await aContact(organizationId, { email })
    for (const written of [email, email.replace('+', '%2B'), email.toUpperCase()])
      expect((await send(`GET /contacts?email=${written}`)).body.meta.total).toBe(1)
  })

  it('200: GET /contacts combines the conditions of a repeated property; 400 for another parameter sent twice', async () => {
    const field = `k${uuidv7()}`
    await aContact(organizationId, { customFields: { [field]: 5 } })
    await aContact(organizationId, { customFields: { [field]: 9 } })
    const total = async (query: string) => (await send(`GET /contacts?${query}`)).body.meta.total
    expect(await total(`property=${field}`)).toBe(2)
    expect(await total(`property=${field}%3E%3D4&property=${field}%3C%3D6`)).toBe(1)
    const { status, body } = await send('GET /contacts?tag=a&tag=b')
    expect([status, Object.keys(body.error.details)]).toEqual([400, ['tag']])
  })

  it.each([
    '2026-03-01T09:30:00+0100',
    '2026-03-01t09:30:00z',
    '2026-03-01T09:30:00+01:00',
    '2026-03-01T09:30:00%2B01:00',
  ])('200: GET /responses accepts the timestamp %s', async (at) => {
    expect((await send(`GET /responses?start_date=${at}`)).status).toBe(200)
  })

  it('400: GET /responses refuses a timestamp without a time zone', async () => {
    const { body } = await send('GET /responses?start_date=2026-03-01T09:30:00')
    expect(body.error.details.start_date[0]).toMatch(/time zone.*%2B/)
  })

  it('200: GET /reviews accepts the capitalized booleans that Python sends', async () => {
    expect((await send('GET /reviews?replied=True')).status).toBe(200)
  })
})

describe('bodies', () => {
  const contact = () => ({ email: anEmailAddress(), firstName: 'Ada' })

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('201: POST /contacts reads a body in %s', async (encoding, encode) => {
    const bytes = new Uint8Array(encode(JSON.stringify(contact())))
    expect((await send('POST /contacts', bytes, { 'Content-Encoding': encoding })).status).toBe(201)
  })

  it('400 and 413: POST /contacts refuses an unknown encoding, a broken one, and one that decodes to over 1 MiB', async () => {
    const zstd = await send('POST /contacts', JSON.stringify(contact()), { 'Content-Encoding': 'zstd' })
    expect([zstd.status, zstd.body.error.details.body[0]]).toEqual([400, expect.stringContaining('zstd')])
    const broken = await send('POST /contacts', JSON.stringify(contact()), { 'Content-Encoding': 'gzip' })
    expect(broken.status).toBe(400)
    const bomb = new Uint8Array(gzipSync(`{"a":"${'a'.repeat(2_000_000)}"}`))
    expect((await send('POST /contacts', bomb, { 'Content-Encoding': 'gzip' })).status).toBe(413)
  })

  it('201: a POST with the same members in another order replays the answer to its Idempotency-Key', async () => {
    const { email, firstName } = contact()
    const headers = { 'Idempotency-Key': uuidv7() }
    const body = { customFields: { a: 1, b: [1, { c: 2, d: 3 }] } }
    const turned = { customFields: { b: [1, { d: 3, c: 2 }], a: 1 } }
    expect((await send('POST /contacts', { email, firstName, ...body }, headers)).status).toBe(201)
    expect((await send('POST /contacts', { firstName, ...turned, email }, headers)).status).toBe(201)
    expect(
      (await send('POST /contacts', { firstName, email, customFields: { b: [{ d: 3, c: 2 }, 1], a: 1 } }, headers))
        .status,
    ).toBe(409)
  })

  it.each(['9007199254740993', '-9007199254740993', '0.1234567890123456789', '123456789012345678901234567890'])(
    '400: POST /contacts refuses the number %s, which a double would change',
    async (number) => {
      const body = `{"email":"${anEmailAddress()}","firstName":"Ada","customFields":{"crm":${number},"text":"${number}"}}`
      const { status, body: refused } = await send('POST /contacts', body)
      expect([status, refused.error.details.body[0]]).toEqual([400, expect.stringContaining(number)])
    },
  )

  it.each([
    '9007199254740992',
    '1.10000000000000000000',
    '1e21',
    '1E+21',
    '0.1',
    '-0',
    '1000000000000000000000',
    '5e-324',
  ])('201: POST /contacts keeps the number %s', async (number) => {
    const body = `{"email":"${anEmailAddress()}","firstName":"Ada","customFields":{"n":${number}}}`
    const { status, body: made } = await send('POST /contacts', body)
    expect(status).toBe(201)
    expect(made.data.customFields.n).toBe(Number(number) === 0 ? 0 : Number(number))
  })
})

describe('optional fields', () => {
  const OPTIONAL = ['lastName', 'phone', 'title', 'preferredLanguage', 'locationId', 'contactOrganizationId']

  it.each(OPTIONAL)('201: POST /contacts reads null and an empty string in %s as unset', async (field) => {
    for (const unset of [null, '']) {
      const { status, body } = await send('POST /contacts', {
        email: anEmailAddress(),
        firstName: 'Ada',
        [field]: unset,
      })
      expect([status, body.data[field]]).toEqual([201, null])
    }
  })

  it('201: POST /contacts reads null tags and custom fields, and an empty array of custom fields, as unset', async () => {
    for (const unset of [{ tags: null, customFields: null }, { customFields: [] }]) {
      const { status, body } = await send('POST /contacts', { email: anEmailAddress(), firstName: 'Ada', ...unset })
      expect([status, body.data.tags, body.data.customFields]).toEqual([201, [], {}])
    }
  })

  it('200: PATCH /contacts clears every optional field by null or an empty string', async () => {
    const { id: locationId } = await aLocation(organizationId)
    const set = {
      lastName: 'L',
      phone: '+33612345678',
      title: 'Dr',
      preferredLanguage: 'fr',
      locationId,
      tags: ['a'],
      customFields: { a: 1 },
    }
    for (const unset of [null, ''] as const) {
      const { body: made } = await send('POST /contacts', { email: anEmailAddress(), firstName: 'Ada', ...set })
      const cleared = Object.fromEntries(OPTIONAL.map((field) => [field, unset]))
      const { status, body } = await send(`PATCH /contacts/${made.data.id}`, {
        ...cleared,
        tags: null,
        customFields: null,
      })
      expect(status).toBe(200)
      expect(body.data).toMatchObject({
        ...Object.fromEntries(OPTIONAL.map((field) => [field, null])),
        tags: [],
        customFields: {},
      })
    }
  })
})

describe('enrolments', () => {
  it('200: POST execute and send name the contact fields that they ignore', async () => {
    const { id: surveyId } = await aSurvey(organizationId)
    const { id: sequenceId } = await aSequence(organizationId)
    for (const path of [`/surveys/${surveyId}/send`, `/sequences/${sequenceId}/execute`]) {
      const contact = {
        email: anEmailAddress(),
        tags: ['x'],
        unsubscribed: false,
        first_name: 'Ada',
        extra: { plan: 1 },
      }
      const { status, body } = await send(`POST ${path}`, { contacts: [{ email: anEmailAddress() }, contact] })
      expect(status).toBe(200)
      expect(body.data.warnings.map((warning: { path: string }) => warning.path)).toEqual([
        'contacts.1.unsubscribed',
        'contacts.1.first_name',
        'contacts.1.extra',
      ])
      const plain = await send(`POST ${path}`, { contacts: [{ email: anEmailAddress(), firstName: 'Ada' }] })
      expect(plain.body.data).not.toHaveProperty('warnings')
    }
  })
})

describe('normalization', () => {
  it('an opt-out applies to both spellings of an internationalized domain', async () => {
    const local = `idn-${uuidv7()}`
    const [unicode, ascii] = [`${local}@münchen.example`, `${local}@xn--mnchen-3ya.example`]
    const { body: made } = await send('POST /contacts', { email: unicode, firstName: 'Ida' })
    expect((await send('POST /contacts', { email: ascii, firstName: 'Ida' })).body.error.code).toBe('CONTACT_EXISTS')
    for (const written of [unicode, ascii, ascii.toUpperCase()])
      expect((await send(`GET /contacts?email=${encodeURIComponent(written)}`)).body.meta.total).toBe(1)
    await send(`PATCH /contacts/${made.data.id}`, { unsubscribed: true })
    await send(`DELETE /contacts/${made.data.id}`)
    const again = await send('POST /contacts', { email: ascii, firstName: 'Ida' })
    expect(again.body.data).toMatchObject({ email: unicode, unsubscribed: true })
  })

  it('names, tags and searches are compared in Unicode NFC', async () => {
    const name = `Jose\u0301${uuidv7().slice(-8)}`
    const { body } = await send('POST /contacts', {
      email: anEmailAddress(),
      firstName: name,
      tags: ['Cafe\u0301', 'Caf\u00e9'],
    })
    expect(body.data).toMatchObject({ firstName: name.normalize('NFC'), tags: ['Caf\u00e9'] })
    for (const form of ['NFC', 'NFD'])
      expect((await send(`GET /contacts?search=${encodeURIComponent(name.normalize(form))}`)).body.meta.total).toBe(1)
  })

  it('a full-width plus in a phone number is read as a plus', async () => {
    for (const phone of ['\uff0b298 212345', '\uff0b\uff12\uff19\uff18 212345']) {
      const { body } = await send('POST /contacts', { email: anEmailAddress(), firstName: 'Ada', phone })
      expect(body.data.phone).toBe('+298212345')
    }
  })
})
