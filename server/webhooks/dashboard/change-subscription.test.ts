import { afterAll, beforeAll, expect, it } from 'vitest'
import { setApiKeyActive } from '../../api-keys/api-keys'
import { db } from '../../db'
import { anApiKey, anOrganization } from '../../testing/factories/basics'
import { aDelivery, aSigningSubscription } from '../../testing/factories/webhooks'
import { aNameServer, type NameServer } from '../../testing/servers/name-server'
import { transact } from '../../unit-of-work'
import { subscribe } from '../subscriptions/subscriptions'
import { reactivateSubscription, removeSubscription, updateSubscription } from './change-subscription'
import { getDashboardSubscription } from './list-dashboard-subscriptions'

let names: NameServer

beforeAll(async () => {
  names = await aNameServer()
})

afterAll(() => names.close())

const readRow = (id: string) => db.webhookSubscription.findUnique({ where: { id } })

it('changing the events cancels queued deliveries of removed ones and keeps step.completed', async () => {
  const organizationId = await anOrganization()
  const { id } = await aSigningSubscription(organizationId, ['new_contact', 'step.completed', 'new_review'])
  const otherKindDelivery = await aDelivery(organizationId, id, { kind: 'new_contact' })
  const keptDelivery = await aDelivery(organizationId, id, { kind: 'new_review' })
  const step = await aDelivery(organizationId, id, { kind: 'step.completed' })

  const changed = await updateSubscription(organizationId, { id, triggerTypes: ['bad_review', 'new_review'] })

  expect(changed.triggerTypes).toEqual(['step.completed', 'new_review', 'bad_review'])
  const status = async (delivery: { id: string }) =>
    (await db.webhookDelivery.findUnique({ where: { id: delivery.id } }))?.status
  expect([await status(otherKindDelivery), await status(keptDelivery), await status(step)]).toEqual([
    'cancelled',
    'pending',
    'pending',
  ])
  expect(await updateSubscription(organizationId, { id, triggerTypes: [] })).toMatchObject({
    triggerTypes: ['step.completed'],
  })
})

it('changing the events can neither remove the last one nor add step.completed', async () => {
  const organizationId = await anOrganization()
  const { id } = await aSigningSubscription(organizationId, ['new_contact'])
  for (const triggerTypes of [[], ['step.completed' as const]])
    await expect(updateSubscription(organizationId, { id, triggerTypes })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { triggerTypes: [expect.stringContaining('remove the webhook')] },
    })
  const both = ['new_contact', 'step.completed'] as const
  expect((await updateSubscription(organizationId, { id, triggerTypes: [...both] })).triggerTypes).toEqual([
    'new_contact',
  ])
})

it('changing the events neither reactivates nor resumes a subscription', async () => {
  const organizationId = await anOrganization()
  const key = await anApiKey(organizationId, ['webhooks:*'])
  const { id } = await aSigningSubscription(organizationId, ['new_contact'], {
    active: false,
    deactivatedAt: new Date(),
    ownerKeyId: key.id,
  })
  await setApiKeyActive(organizationId, { id: key.id, isActive: false })
  expect(await updateSubscription(organizationId, { id, triggerTypes: ['new_review'] })).toMatchObject({
    state: 'deactivated',
    isPaused: true,
  })
})

it('changing the events concurrently with a subscribe call loses none of the chosen events', async () => {
  for (let round = 0; round < 10; round += 1) {
    const organizationId = await anOrganization()
    const { id, hookUrl } = await aSigningSubscription(organizationId, ['new_contact'])
    await Promise.all([
      updateSubscription(organizationId, { id, triggerTypes: ['new_contact', 'new_review'] }),
      subscribe(organizationId, { hookUrl, triggerType: 'bad_review' }, null, names),
    ])
    const triggerTypes = (await readRow(id))?.triggerTypes ?? []
    // `bad_review` depends on which call came last; the others are present in either order.
    expect(triggerTypes).toEqual(expect.arrayContaining(['new_contact', 'new_review']))
  }
})

it('404: refuses to read, change, remove or reactivate a subscription of another organization', async () => {
  const organizationId = await anOrganization()
  const foreign = await anOrganization()
  const { id } = await aSigningSubscription(organizationId, ['new_contact'])
  const before = await readRow(id)
  const notFound = { code: 'NOT_FOUND' }
  await expect(getDashboardSubscription(foreign, id)).rejects.toMatchObject(notFound)
  await expect(updateSubscription(foreign, { id, triggerTypes: ['new_review'] })).rejects.toMatchObject(notFound)
  await expect(removeSubscription(foreign, id)).rejects.toMatchObject(notFound)
  await expect(reactivateSubscription(foreign, id)).rejects.toMatchObject(notFound)
  expect(await readRow(id)).toEqual(before)
  expect(await transact(async ({ tx }) => tx.webhookSubscription.count({ where: { organizationId } }))).toBe(1)
})
