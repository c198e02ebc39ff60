import { describe, expect, it } from 'vitest'
import { db } from '../../db'
import { anEmailAddress, anOrganization, aSubscription } from '../../testing/factories/basics'
import { apiAs } from '../../testing/rest-client'

const UNKNOWN = '11111111-1111-1111-1111-111111111111'

async function aClient() {
  const organizationId = await anOrganization()
  return { organizationId, call: apiAs(organizationId, 'contacts:*') }
}

describe('PUT /contacts/by-email/:email', () => {
  it('201 and then 200: creates the contact, then updates the given fields', async () => {
    const { organizationId, call } = await aClient()
    await aSubscription(organizationId, ['new_contact'])
    const email = anEmailAddress()
    const path = `PUT /contacts/by-email/${encodeURIComponent(` ${email.toUpperCase()}`)}`
    const created = await call(path, { email, firstName: 'Ada', lastName: 'King', customFields: { a: 1, b: 2 } })
    const updated = await call(path, { title: 'Countess', lastName: null, customFields: { a: null } })
    expect([created.status, updated.status]).toEqual([201, 200])
    expect(created.body.data).toMatchObject({ email, firstName: 'Ada', lastName: 'King', title: null })
    expect(updated.body.data).toEqual({
      ...created.body.data,
      title: 'Countess',
      lastName: null,
      customFields: { b: 2 },
      updatedAt: expect.any(String),
    })
    expect((await call(`GET /contacts/${created.body.data.id}`)).body.data).toEqual(updated.body.data)
    expect(await db.webhookDelivery.count({ where: { organizationId } })).toBe(1)
  })

  it('201: the address in the path may have any character of an email address', async () => {
    const { call } = await aClient()
    for (const local of ['a/b', 'a+b', 'a&b', 'tag=1?', '100%', "o'brien"]) {
      const email = `${local}@example.com`
      const { status, body } = await call(`PUT /contacts/by-email/${encodeURIComponent(email)}`, { firstName: 'A' })
      expect([status, body.data?.email]).toEqual([201, email])
    }
    expect((await call('PUT /contacts/by-email/a+b@example.com', {})).status).toBe(200)
  })

  it.each([
    ['another email in the body', 'ada@example.com', { email: 'grace@example.com', firstName: 'A' }, 'email'],
    ['no email in the path', 'ada', { firstName: 'A' }, 'address'],
    ['a path that cannot be decoded', '%zz%ff', { firstName: 'A' }, 'address'],
    ['no first name for a new contact', 'ada@example.com', {}, 'firstName'],
    ['an unknown location', 'ada@example.com', { firstName: 'A', locationId: UNKNOWN }, 'locationId'],
  ])('400: refuses %s, and creates nothing', async (_what, address, input, field) => {
    const { organizationId, call } = await aClient()
    const { status, body } = await call(`PUT /contacts/by-email/${address}`, input)
    expect([status, Object.keys(body.error.details)]).toEqual([400, [field]])
    expect(await db.contact.count({ where: { organizationId } })).toBe(0)
  })

  it('200 or 201: of 20 concurrent requests for one address one creates, the others update', async () => {
    const { organizationId, call } = await aClient()
    await aSubscription(organizationId, ['new_contact'])
    const path = `PUT /contacts/by-email/${anEmailAddress()}`
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(path, { firstName: 'Ada' })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19)
    expect(await db.webhookDelivery.count({ where: { organizationId } })).toBe(1)
  })
})
