import { expect, it } from 'vitest'
import { db } from '../../db'
import { anApiKey, anOrganization } from '../../testing/factories/basics'
import { aDelivery, aSigningSubscription } from '../../testing/factories/webhooks'
import { aSequenceWithWebhookUrl } from '../subscriptions/subscription-fixture'
import { getDashboardSubscription, listDashboardSubscriptions } from './list-dashboard-subscriptions'

it('lists only the organization’s subscriptions, newest first, with state, owner, steps and recent results', async () => {
  const organizationId = await anOrganization()
  const key = await anApiKey(organizationId, ['webhooks:*'], { name: 'Zapier', isActive: false })
  const outdated = new Date(Date.now() - 25 * 60 * 60 * 1000)
  const paused = await aSigningSubscription(organizationId, ['new_contact'], {
    ownerKeyId: key.id,
    createdAt: outdated,
  })
  const hook = await aSigningSubscription(organizationId, ['new_contact'], {
    previousSecretUntil: new Date(Date.now() - 1000),
  })
  const sequence = await aSequenceWithWebhookUrl(organizationId, hook.hookUrl)
  for (const status of ['succeeded', 'succeeded', 'failed', 'pending', 'cancelled'])
    await aDelivery(organizationId, hook.id, { status })
  await aDelivery(organizationId, hook.id, { status: 'failed', createdAt: outdated })
  const { id: deliveryId } = await aDelivery(organizationId, hook.id, { status: 'succeeded' })
  const attempt = { organizationId, deliveryId, subscriptionId: hook.id }
  await db.webhookAttempt.create({
    data: { ...attempt, attempt: 1, httpStatusCode: 503, error: 'HTTP_STATUS', finishedAt: new Date() },
  })
  await db.webhookAttempt.create({ data: { ...attempt, attempt: 2, createdAt: new Date(Date.now() + 1000) } })
  await aSigningSubscription(await anOrganization(), ['new_contact'])

  const { data, meta } = await listDashboardSubscriptions(organizationId, { page: 1, limit: 50 })

  expect(meta).toMatchObject({ total: 2, totalPages: 1 })
  expect(data).toMatchObject([
    {
      id: hook.id,
      state: 'active',
      isPaused: false,
      owner: null,
      previousSecretUntil: null,
      triggerTypes: ['new_contact', 'step.completed'],
      steps: [{ sequenceId: sequence.id, sequenceName: 'Welcome', stepId: sequence.steps[0]?.id }],
      last24Hours: { succeeded: 3, failed: 1, pending: 1 },
      lastAttempt: { httpStatusCode: 503, success: false, error: 'HTTP_STATUS' },
    },
    {
      id: paused.id,
      state: 'paused',
      isPaused: true,
      owner: { id: key.id, name: 'Zapier' },
      steps: [],
      last24Hours: { succeeded: 0, failed: 0, pending: 0 },
      lastAttempt: null,
    },
  ])
  expect(JSON.stringify(data)).not.toContain('whsec_')
  expect(await getDashboardSubscription(organizationId, hook.id)).toEqual(data[0])
})
