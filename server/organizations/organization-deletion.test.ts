import { afterEach, describe, expect, it, vi } from 'vitest'
import { DAY_MS } from '../clock'
import { db } from '../db'
import { withOpenTransaction } from '../testing/database/locks'
import { fastPasswordHash } from '../testing/factories/accounts'
import { aContact, anOrganization } from '../testing/factories/basics'
import { aSending, aSequence } from '../testing/factories/sequences'
import { aMember } from '../testing/factories/sessions'
import { runSendingsAndReadState } from '../testing/sendings'
import { listRows } from '../testing/tenancy/row-snapshots'
import { aTenant } from '../testing/tenancy/tenant'
import {
  cancelOrganizationDeletion,
  deleteDueOrganizations,
  requestOrganizationDeletion,
  sortReferencingTablesFirst,
} from './organization-deletion'

afterEach(() => vi.useRealTimers())

const PASSWORD = 'a long enough secret'
const passwordHash = await fastPasswordHash(PASSWORD)

async function anOwnerOf(organizationId: string) {
  const { userId } = await aMember(organizationId, 'owner')
  await db.user.update({ where: { id: userId }, data: { passwordHash } })
  const { name } = await db.organization.findUniqueOrThrow({ where: { id: organizationId } })
  return { person: { userId, sessionId: userId }, wish: { name, current: PASSWORD } }
}

const later = (days: number) => vi.useFakeTimers({ now: Date.now() + days * DAY_MS, toFake: ['Date'] })
const isThere = async (id: string) => (await db.organization.count({ where: { id } })) === 1
const mailsTo = (userId: string, stage: string) =>
  db.user.findUniqueOrThrow({ where: { id: userId } }).then(({ email }) =>
    db.systemEmail.count({
      where: { address: email, kind: 'organizationDeletion', values: { path: ['stage'], equals: stage } },
    }),
  )

describe('organization deletion', () => {
  it('requires owner, name and password to request organization deletion, and holds sending until cancelled', async () => {
    const organizationId = await anOrganization()
    const { person, wish } = await anOwnerOf(organizationId)
    const admin = await aMember(organizationId, 'admin')
    const ask = (changed: object, by = person) =>
      requestOrganizationDeletion(organizationId, by, { ...wish, ...changed })
    await expect(ask({ current: 'a guess' })).rejects.toMatchObject({ status: 400 })
    await expect(ask({ name: 'Another' })).rejects.toMatchObject({ status: 400 })
    await db.user.update({ where: { id: admin.userId }, data: { passwordHash } })
    await expect(ask({}, { userId: admin.userId, sessionId: admin.userId })).rejects.toMatchObject({ status: 403 })
    expect(await mailsTo(person.userId, 'asked')).toBe(0)
    await ask({})
    expect(await mailsTo(person.userId, 'asked')).toBe(1)
    expect(await mailsTo(admin.userId, 'asked')).toBe(1)

    const contact = await aContact(organizationId)
    const sequence = await aSequence(organizationId)
    const sending = await aSending(organizationId, sequence.id, { contactId: contact.id, email: contact.email })
    expect(await runSendingsAndReadState(organizationId, sending.id)).toEqual({ state: 'paused' })
    const read = () => db.sending.findUniqueOrThrow({ where: { id: sending.id }, include: { steps: true } })
    expect(await read()).toMatchObject({ dueAt: null, steps: [{ reason: { code: 'deletion' } }] })

    await cancelOrganizationDeletion(organizationId, person)
    expect((await read()).dueAt?.getTime()).toBeLessThanOrEqual(Date.now())
    expect(await mailsTo(admin.userId, 'kept')).toBe(1)
    later(8)
    await deleteDueOrganizations()
    expect(await isThere(organizationId)).toBe(true)
  })

  it('deletes all rows of an organization after seven days and none of another, resuming when interrupted', async () => {
    const [own, other] = [await aTenant(), await aTenant()]
    const { person, wish } = await anOwnerOf(own.organizationId)
    await requestOrganizationDeletion(own.organizationId, person, wish)
    // API requests are recorded with a delay of up to a second.
    const before = await listRows(other.organizationId, 'api_request')
    later(6.99)
    await deleteDueOrganizations()
    expect(await isThere(own.organizationId)).toBe(true)
    later(0.02)
    // A zero budget, like a process that is stopped.
    await deleteDueOrganizations(0)
    expect(await isThere(own.organizationId)).toBe(true)
    await deleteDueOrganizations(50)
    await expect(cancelOrganizationDeletion(own.organizationId, person)).rejects.toMatchObject({ status: 404 })
    await Promise.all([deleteDueOrganizations(), deleteDueOrganizations()])
    expect(await isThere(own.organizationId)).toBe(false)
    expect(await listRows(own.organizationId)).toEqual([])
    expect(await listRows(other.organizationId, 'api_request')).toEqual(before)
    expect(await mailsTo(person.userId, 'done')).toBe(1)
    expect(await db.user.count({ where: { id: person.userId } }), 'people stay').toBe(1)
  })
})

it('deletes other due organizations while one is locked, and deletes that one in the next run', async () => {
  const [stuck, other] = [await anOrganization(), await anOrganization()]
  for (const [id, days] of [
    [stuck, 2],
    [other, 1],
  ] as const)
    await db.organization.update({ where: { id }, data: { deletesAt: new Date(Date.now() - days * DAY_MS) } })
  await withOpenTransaction(async (tx) => {
    await tx.$queryRaw`SELECT FROM organization WHERE id = ${stuck}::uuid FOR UPDATE`
    await deleteDueOrganizations(60_000)
    expect([await isThere(stuck), await isThere(other)]).toEqual([true, false])
  })
  await deleteDueOrganizations()
  expect(await isThere(stuck)).toBe(false)
})

it('orders tables before those they reference, even with a cycle', () => {
  const refersTo = {
    organization: [],
    contact: ['organization'],
    sending: ['contact', 'sequence'],
    sequence: ['sending'],
  }
  const order = sortReferencingTablesFirst(new Map(Object.entries(refersTo)))
  expect(order.toSorted()).toEqual(['contact', 'organization', 'sending', 'sequence'])
  expect(order.indexOf('sending')).toBeLessThan(order.indexOf('contact'))
  expect(order.indexOf('contact')).toBeLessThan(order.indexOf('organization'))
})
