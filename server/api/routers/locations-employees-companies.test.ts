import { describe, expect, it } from 'vitest'
import { db } from '../../db'
import type { MasterDataKind } from '../../master-data/constants'
import { processRemoval } from '../../master-data/process-removal'
import { listRoleScopes, type Role } from '../../principal'
import { aContact, anEmailAddress, anOrganization } from '../../testing/factories/basics'
import { apiAs } from '../../testing/rest-client'
import { appRouter } from './app-router'
import { createCallerFactory } from './trpc'

const UNKNOWN = '11111111-1111-1111-1111-111111111111'
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/)

type Noun = {
  path: string
  kind: MasterDataKind
  router: 'locations' | 'employees' | 'contactOrganizations'
  missing: string
  /** Fields besides the name, with their defaults. */
  unset: Record<string, unknown>
  /** Another value for each field, and an invalid one. */
  input: Record<string, unknown>
  wrong: Record<string, unknown>
}

const NOUNS: Noun[] = [
  {
    path: 'locations',
    kind: 'location',
    router: 'locations',
    missing: 'Location not found.',
    unset: { timeZone: null },
    input: { name: 'Harbour Street', timeZone: 'Europe/Paris' },
    wrong: { name: ' ', timeZone: 'Paris' },
  },
  {
    path: 'employees',
    kind: 'employee',
    router: 'employees',
    missing: 'Employee not found.',
    unset: { email: null },
    input: { name: 'Grace Hopper', email: 'grace@example.com' },
    wrong: { name: 'Grace\nHopper', email: 'grace@' },
  },
  {
    path: 'contact-organizations',
    kind: 'contact_organization',
    router: 'contactOrganizations',
    missing: 'Contact organization not found.',
    unset: {},
    input: { name: 'Analytical Engines Ltd' },
    wrong: { name: 'x'.repeat(101) },
  },
]

function asRole(organizationId: string, role: Role) {
  const actor = {
    type: 'user',
    userId: UNKNOWN,
    sessionId: UNKNOWN,
    role,
    name: 'Ada',
    email: 'ada@example.com',
  } as const
  const principal = { organizationId, scopes: listRoleScopes(role), actor }
  return createCallerFactory(appRouter)({ principal, requestId: 'test' })
}

describe.each(NOUNS)('/$path', ({ path, kind, router, missing, unset, input, wrong }) => {
  it('201: creating a record returns every field, with null for unset ones; 200: it can be read and listed', async () => {
    const call = apiAs(await anOrganization(), `${path}:*`)
    const plain = await call(`POST /${path}`, { name: '  Élysée  ' })
    expect(plain.status).toBe(201)
    expect(plain.body).toEqual({
      data: { id: uuid, name: 'Élysée', ...unset, createdAt: timestamp, updatedAt: timestamp },
    })
    const full = await call(`POST /${path}`, input)
    expect(full.body.data).toMatchObject(input)
    expect(await call(`GET /${path}/${full.body.data.id}`)).toMatchObject({ status: 200, body: full.body })
    expect((await call(`GET /${path}`)).body).toEqual({
      data: [full.body.data, plain.body.data],
      meta: { page: 1, perPage: 50, total: 2, totalPages: 1 },
    })
    expect((await call(`GET /${path}?search=ELYSEE`)).body).toEqual({
      data: [plain.body.data],
      meta: { page: 1, perPage: 50, total: 1, totalPages: 1 },
    })
    expect((await call(`GET /${path}?page=2&limit=1`)).body.data).toEqual([plain.body.data])
  })

  it('201: repeating the creation of a record with the same Idempotency-Key creates one', async () => {
    const call = apiAs(await anOrganization(), `${path}:*`)
    const headers = { 'Idempotency-Key': 'once' }
    const first = await call(`POST /${path}`, input, { headers })
    const again = await call(`POST /${path}`, input, { headers })
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect((await call(`GET /${path}`)).body.meta.total).toBe(1)
  })

  it('200: updating a record changes only the given fields', async () => {
    const call = apiAs(await anOrganization(), `${path}:*`)
    const { id } = (await call(`POST /${path}`, input)).body.data
    const { status, body } = await call(`PATCH /${path}/${id}`, { name: 'Renamed' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ ...input, name: 'Renamed' })
    const cleared = Object.fromEntries(Object.keys(unset).map((field) => [field, null]))
    expect((await call(`PATCH /${path}/${id}`, cleared)).body.data).toMatchObject({ ...unset, name: 'Renamed' })
  })

  it('409: refuses to update a record that was changed since it was read', async () => {
    const call = apiAs(await anOrganization(), `${path}:*`)
    const { id, name } = (await call(`POST /${path}`, input)).body.data
    await call(`PATCH /${path}/${id}`, { name: 'Theirs' })
    const { status, body } = await call(`PATCH /${path}/${id}`, { name: 'Mine', asRead: { name } })
    expect(status).toBe(409)
    expect(body.error).toMatchObject({ code: 'CHANGED_MEANWHILE', details: { current: { id, name: 'Theirs' } } })
  })

  it('200: a deleted record leaves the list at once and can no longer be read, updated or deleted', async () => {
    const call = apiAs(await anOrganization(), `${path}:*`)
    const { id } = (await call(`POST /${path}`, input)).body.data
    expect(await call(`DELETE /${path}/${id}`)).toMatchObject({ status: 200, body: { data: { id, deleted: true } } })
    expect((await call(`GET /${path}`)).body).toMatchObject({ data: [], meta: { total: 0 } })
    for (const line of [`GET /${path}/${id}`, `DELETE /${path}/${id}`])
      expect(await call(line)).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND', message: missing } } })
    expect((await call(`PATCH /${path}/${id}`, { name: 'Back' })).status).toBe(404)
  })

  it('400: names each invalid field of a record', async () => {
    const call = apiAs(await anOrganization(), `${path}:*`)
    const { status, body } = await call(`POST /${path}`, wrong)
    expect(status).toBe(400)
    expect(Object.keys(body.error.details).sort()).toEqual(Object.keys(wrong).sort())
    expect((await call(`POST /${path}`, {})).body.error.details).toEqual({ name: ['This field is required.'] })
    expect((await call(`GET /${path}/42`)).body.error.details).toMatchObject({ id: [expect.stringContaining('UUID')] })
  })

  it('403: names the missing scope when a record is created', async () => {
    const call = apiAs(await anOrganization(), `${path}:read`)
    expect((await call(`POST /${path}`, input)).body.error).toMatchObject({
      code: 'INSUFFICIENT_PERMISSIONS',
      requiredScope: `${path}:write`,
    })
    expect((await apiAs(await anOrganization(), 'contacts:*')(`GET /${path}`)).status).toBe(403)
  })

  it('404: answers the same for an unknown record and one of another organization', async () => {
    const { id } = (await apiAs(await anOrganization(), 'admin')(`POST /${path}`, input)).body.data
    const call = apiAs(await anOrganization(), 'admin')
    const [foreign, unknown] = [await call(`GET /${path}/${id}`), await call(`GET /${path}/${UNKNOWN}`)]
    expect(foreign).toMatchObject({ status: 404, body: { error: { message: missing } } })
    expect(foreign.body).toEqual(unknown.body)
    expect((await call(`DELETE /${path}/${id}`)).status).toBe(404)
  })

  it('records cannot be merged over REST; in the dashboard members merge contact organizations only, owners all', async () => {
    const organizationId = await anOrganization()
    const call = apiAs(organizationId, 'admin')
    const [one, other, third] = await Promise.all(
      [1, 2, 3].map(async () => (await call(`POST /${path}`, input)).body.data.id as string),
    )
    if (!one || !other || !third) throw new Error('nothing was created')
    expect((await call(`POST /${path}/${one}/merge`, { intoId: other })).status).toBe(404)

    const member = asRole(organizationId, 'member')[router]
    const byMember = await member.merge({ id: one, intoId: other }).then(
      ({ data }) => data.mergedIntoId,
      ({ cause }: { cause: { code: string } }) => cause.code,
    )
    expect(byMember).toBe(router === 'contactOrganizations' ? other : 'FORBIDDEN')
    const owner = asRole(organizationId, 'owner')[router]
    expect(await owner.merge({ id: third, intoId: other })).toEqual({ data: { id: third, mergedIntoId: other } })

    await expect(owner.merge({ id: other, intoId: other })).rejects.toMatchObject({
      cause: { code: 'VALIDATION_ERROR' },
    })
    await expect(owner.merge({ id: other, intoId: third })).rejects.toMatchObject({
      cause: { code: 'VALIDATION_ERROR', details: { intoId: [expect.stringContaining('no ')] } },
    })
    await expect(owner.merge({ id: third, intoId: other })).rejects.toMatchObject({ cause: { code: 'NOT_FOUND' } })
  })

  it('records sort by name ignoring case and accents, and their total stays exact after a merge and a deletion', async () => {
    const organizationId = await anOrganization()
    const call = apiAs(organizationId, 'admin')
    const ids: string[] = []
    for (const name of ['beta', 'Alpha', 'Évora', 'delta', 'Gamma'])
      ids.push((await call(`POST /${path}`, { name })).body.data.id)
    const owner = asRole(organizationId, 'owner')[router]
    const names = async (sort: 'name' | '-name' | 'created') =>
      (await owner.browse({ sort })).data.map(({ name }: { name: string }) => name)
    expect(await names('name')).toEqual(['Alpha', 'beta', 'delta', 'Évora', 'Gamma'])
    expect(await names('-name')).toEqual(['Gamma', 'Évora', 'delta', 'beta', 'Alpha'])
    expect((await names('created'))[0]).toBe('beta')
    const total = async () => (await call(`GET /${path}?limit=1`)).body.meta.total as number
    expect(await total()).toBe(5)
    await owner.merge({ id: ids[0] ?? '', intoId: ids[1] ?? '' })
    await call(`DELETE /${path}/${ids[2]}`)
    expect(await total()).toBe(3)
    for (const id of ids) await processRemoval({ kind, organizationId, id }, Date.now() + 10_000)
    expect(await total()).toBe(3)
  })
})

describe('contact references to records', () => {
  it('201: a contact created with a location and a contact organization is found by either', async () => {
    const organizationId = await anOrganization()
    const call = apiAs(organizationId, 'admin')
    const locationId = (await call('POST /locations', { name: 'Harbour Street' })).body.data.id
    const contactOrganizationId = (await call('POST /contact-organizations', { name: 'Engines Ltd' })).body.data.id
    const email = anEmailAddress()
    const { status, body } = await call('POST /contacts', {
      email,
      firstName: 'Ada',
      locationId,
      contactOrganizationId,
    })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ locationId, contactOrganizationId })
    await aContact(organizationId)
    for (const query of [`location_id=${locationId}`, `contact_organization_id=${contactOrganizationId}`]) {
      const page = await call(`GET /contacts?${query}`)
      expect(page.body).toMatchObject({ data: [{ id: body.data.id }], meta: { total: 1 } })
    }
    const both = await call(`GET /contacts?contact_organization_id=${contactOrganizationId}&search=ada`)
    expect(both.body.meta.total).toBe(1)
    expect((await call(`GET /contacts?contact_organization_id=${UNKNOWN}`)).body).toMatchObject({
      data: [],
      meta: { total: 0 },
    })
  })

  it.each([
    ['POST /contacts', 'locationId', 'location'],
    ['POST /contacts', 'contactOrganizationId', 'contact-organization'],
    ['PATCH /contacts/:id', 'locationId', 'location'],
    ['PATCH /contacts/:id', 'contactOrganizationId', 'contact-organization'],
  ] as const)(
    '%s resolves the %s of a merged record to its target, and refuses a deleted one',
    async (line, field, noun) => {
      const organizationId = await anOrganization()
      const call = apiAs(organizationId, 'admin')
      const kind: MasterDataKind = noun === 'location' ? 'location' : 'contact_organization'
      const create = async (name: string) => (await call(`POST /${noun}s`, { name })).body.data.id as string
      const [old, middle, last, gone] = [
        await create('Old'),
        await create('Middle'),
        await create('Last'),
        await create('Gone'),
      ]
      const owner = asRole(organizationId, 'owner')[noun === 'location' ? 'locations' : 'contactOrganizations']
      await owner.merge({ id: old, intoId: middle })
      await owner.delete({ id: gone })
      const { id } = await aContact(organizationId)
      const give = async (value: string) =>
        line === 'POST /contacts'
          ? call(line, { email: anEmailAddress(), firstName: 'Ada', [field]: value })
          : call(line.replace(':id', id), { [field]: value })
      const expectMeaning = async () => {
        expect((await give(gone)).body.error?.details).toEqual({
          [field]: [expect.stringMatching(/^There is no .* with this id\.$/)],
        })
        return (await give(old)).body.data[field] as string
      }
      expect(await expectMeaning()).toBe(middle)
      for (const each of [old, gone]) await processRemoval({ kind, organizationId, id: each }, Date.now() + 10_000)
      expect(await expectMeaning()).toBe(middle)
      await owner.merge({ id: middle, intoId: last })
      expect(await expectMeaning()).toBe(last)
      for (const each of [old, middle]) await processRemoval({ kind, organizationId, id: each }, Date.now() + 10_000)
      expect(await expectMeaning()).toBe(last)
      await owner.delete({ id: last })
      expect((await give(old)).status).toBe(400)
      for (const each of [old, middle, last])
        await processRemoval({ kind, organizationId, id: each }, Date.now() + 10_000)
      expect((await give(old)).status).toBe(400)
      expect(
        await db.contact.count({
          where: { organizationId, OR: [{ locationId: { not: null } }, { contactOrganizationId: { not: null } }] },
        }),
      ).toBe(0)
    },
  )
})
