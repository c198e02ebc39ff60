import { describe, expect, it } from 'vitest'
import { createContactProperty } from '../../contact-properties/contact-properties'
import { CreateContactProperty } from '../../contact-properties/schema'
import { db } from '../../db'
import { aContact, anEmailAddress, anOrganization } from '../../testing/factories/basics'
import { aSession } from '../../testing/factories/sessions'
import { apiAs } from '../../testing/rest-client'
import { handleSessionRpc } from '../session/session-rpc'

const declare = async (organizationId: string, fields: object) =>
  createContactProperty(organizationId, CreateContactProperty.parse({ label: { en: 'A' }, ...fields }))

describe('GET /contact-properties', () => {
  it('200: lists the declared properties in their order', async () => {
    const organizationId = await anOrganization()
    const seats = await declare(organizationId, { key: 'seats', type: 'number' })
    const plan = await declare(organizationId, {
      key: 'plan',
      type: 'choice',
      options: [{ value: 'pro', label: { en: 'Pro' } }],
    })
    const call = apiAs(organizationId, 'contacts:read')
    const { status, body } = await call('GET /contact-properties')
    expect(status).toBe(200)
    expect(body).toEqual({
      data: [seats, plan],
      meta: { page: 1, perPage: 50, total: 2, totalPages: 1 },
    })
    expect((await call('GET /contact-properties?page=2&limit=1')).body.data).toEqual([plan])
  })

  it('400: an unknown parameter; 403: a key without contacts:read', async () => {
    const organizationId = await anOrganization()
    expect((await apiAs(organizationId, 'contacts:read')('GET /contact-properties?key=plan')).status).toBe(400)
    expect((await apiAs(organizationId, 'surveys:read')('GET /contact-properties')).status).toBe(403)
  })
})

describe('values of declared properties over the API', () => {
  it('stores any JSON under a declared key', async () => {
    const organizationId = await anOrganization()
    await declare(organizationId, { key: 'seats', type: 'number' })
    const call = apiAs(organizationId, 'contacts:write')
    const created = await call('POST /contacts', {
      email: anEmailAddress(),
      firstName: 'Ada',
      customFields: { seats: 'many' },
    })
    expect(created.status).toBe(201)
    const { id } = await aContact(organizationId)
    const changed = await call(`PATCH /contacts/${id}`, { customFields: { seats: ['a'] } })
    expect(changed.body.data.customFields).toEqual({ seats: ['a'] })
  })
})

describe('values of declared properties that a member types', () => {
  it('400: names each value that does not fit, by customFields.<key>, and stores nothing', async () => {
    const organizationId = await anOrganization()
    const { cookie } = await aSession(organizationId)
    await declare(organizationId, { key: 'seats', type: 'number' })
    await declare(organizationId, { key: 'since', type: 'date' })
    await declare(organizationId, { key: 'free.text', type: 'text' })
    const { id } = await aContact(organizationId, { customFields: { seats: 'many' } })
    const update = async (customFields: object) => {
      const response = await handleSessionRpc(
        new Request('http://localhost/api/trpc/contacts.update', {
          method: 'POST',
          headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
          body: JSON.stringify({ id, customFields }),
        }),
      )
      return { status: response.status, body: await response.text() }
    }
    const stored = async () => (await db.contact.findUniqueOrThrow({ where: { id } })).customFields
    const refused = await update({ seats: 'few', since: '2023-02-29', 'free.text': true, other: [1] })
    expect(refused.status).toBe(400)
    for (const key of ['customFields.seats', 'customFields.since', 'customFields.free.text'])
      expect(refused.body).toContain(`"${key}":[`)
    expect(refused.body).not.toContain('customFields.other')
    expect(await stored()).toEqual({ seats: 'many' })
    expect((await update({ since: '2024-02-29', other: [1] })).status).toBe(200)
    expect((await update({ since: null })).status).toBe(200)
    expect(await stored()).toEqual({ seats: 'many', other: [1] })
  })
})
