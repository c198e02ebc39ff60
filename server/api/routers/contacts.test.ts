import { describe, expect, it } from 'vitest'
import { db } from '../../db'
import { aContact, aLocation, anOrganization } from '../../testing/factories/basics'
import { apiAs } from '../../testing/rest-client'

const UNKNOWN = '11111111-1111-1111-1111-111111111111'

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
    const countOf = async (query: string) => {
      const { body } = await call(`GET /contacts?${query}`)
      expect(body.meta.total).toBe(body.data.length)
      return body.data.length as number
    }
    expect(await countOf('search=grace')).toBe(2)
    expect(await countOf('search=hop%25')).toBe(1)
    expect(await countOf('search=h_p')).toBe(0)
    expect(await countOf(`email=${encodeURIComponent(grace.email.toUpperCase())}`)).toBe(1)
    expect(await countOf(`phone=${encodeURIComponent('(212) 555-0100')}`)).toBe(1)
    expect(await countOf(`location_id=${location.id}&search=grace`)).toBe(1)
    expect(await countOf(`location_id=${UNKNOWN}`)).toBe(0)
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
