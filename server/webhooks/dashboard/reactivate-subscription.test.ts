import { afterAll, beforeAll, expect, it } from 'vitest'
import { db } from '../../db'
import { anOrganization } from '../../testing/factories/basics'
import { aDelivery, aSigningSubscription } from '../../testing/factories/webhooks'
import { aNameServer, type NameServer } from '../../testing/servers/name-server'
import { subscribe } from '../subscriptions/subscriptions'
import { reactivateSubscription } from './change-subscription'
import { getDashboardSubscription } from './list-dashboard-subscriptions'

let names: NameServer

beforeAll(async () => {
  names = await aNameServer()
})

afterAll(() => names.close())

it('reactivating a deactivated subscription cancels the deliveries queued before', async () => {
  const organizationId = await anOrganization()
  const { id } = await aSigningSubscription(organizationId, ['new_contact'], {
    active: false,
    deactivatedAt: new Date(),
  })
  const before = await aDelivery(organizationId, id)
  expect(await getDashboardSubscription(organizationId, id)).toMatchObject({
    state: 'deactivated',
    deactivatedAt: expect.stringMatching(/Z$/),
  })
  expect(await reactivateSubscription(organizationId, id)).toMatchObject({ state: 'active', deactivatedAt: null })
  expect(await db.webhookDelivery.findUnique({ where: { id: before.id } })).toMatchObject({
    status: 'cancelled',
    reason: 'gone',
  })
})

it('subscribing again to a deactivated address cancels the deliveries queued before', async () => {
  const organizationId = await anOrganization()
  const { id, hookUrl } = await aSigningSubscription(organizationId, ['new_contact'], { active: false })
  const before = await aDelivery(organizationId, id)
  await subscribe(organizationId, { hookUrl, triggerType: 'new_contact' }, null, names)
  expect(await db.webhookDelivery.findUnique({ where: { id: before.id } })).toMatchObject({ status: 'cancelled' })
})

it('reactivating an active subscription keeps its queued deliveries pending', async () => {
  const organizationId = await anOrganization()
  const { id } = await aSigningSubscription(organizationId, ['new_contact'])
  const queued = await aDelivery(organizationId, id)
  expect(await reactivateSubscription(organizationId, id)).toMatchObject({ state: 'active' })
  expect(await db.webhookDelivery.findUnique({ where: { id: queued.id } })).toMatchObject({ status: 'pending' })
})
