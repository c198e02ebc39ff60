import { expect, it } from 'vitest'
import { db } from '../../db'
import { anOrganization } from '../../testing/factories/basics'
import { aDelivery, aSigningSubscription, claimDelivery } from '../../testing/factories/webhooks'
import { recordAttempt } from '../delivery/attempt-delivery'
import { aSequenceWithWebhookUrl } from '../subscriptions/subscription-fixture'
import { removeSubscription } from './change-subscription'

const readRow = (id: string) => db.webhookSubscription.findUnique({ where: { id } })

it('removing a subscription deletes it with its secret and delivery history', async () => {
  const organizationId = await anOrganization()
  const { id } = await aSigningSubscription(organizationId, ['new_contact', 'new_review'])
  await aDelivery(organizationId, id)
  expect(await removeSubscription(organizationId, id)).toEqual({ id, deleted: true })
  expect(await readRow(id)).toBeNull()
  expect(await db.webhookDelivery.count({ where: { organizationId } })).toBe(0)
})

it('refuses to remove a subscription while a step uses its address, naming the sequence', async () => {
  const organizationId = await anOrganization()
  const { id, hookUrl } = await aSigningSubscription(organizationId, ['new_contact'])
  await aSequenceWithWebhookUrl(organizationId, hookUrl)
  await expect(removeSubscription(organizationId, id)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('“Welcome”'),
  })
  expect(await readRow(id)).not.toBeNull()
})

it('saving a step concurrently with removing its address leaves one subscription with step.completed', async () => {
  for (let round = 0; round < 10; round += 1) {
    const organizationId = await anOrganization()
    const { id, hookUrl } = await aSigningSubscription(organizationId, ['new_contact'])
    await Promise.allSettled([aSequenceWithWebhookUrl(organizationId, hookUrl), removeSubscription(organizationId, id)])
    const rows = await db.webhookSubscription.findMany({ where: { organizationId, hookUrl } })
    expect(rows).toHaveLength(1)
    expect(rows[0]?.triggerTypes).toContain('step.completed')
  }
})

it('removing a subscription during a delivery attempt leaves no attempt or notification behind', async () => {
  const organizationId = await anOrganization()
  const { id } = await aSigningSubscription(organizationId, ['new_contact'])
  const delivery = await aDelivery(organizationId, id, { attemptCount: 4 })
  const claim = await claimDelivery(organizationId, delivery.id)
  await Promise.all([
    removeSubscription(organizationId, id),
    recordAttempt({ claim, result: { ok: false, status: 500, error: 'HTTP_STATUS', durationMs: 1 } }),
  ])
  expect(await db.webhookAttempt.count({ where: { organizationId } })).toBe(0)
  expect(await db.systemEmail.count({ where: { organizationId } })).toBe(0)
})
