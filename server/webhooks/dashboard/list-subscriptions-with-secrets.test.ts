import { describe, expect, it } from 'vitest'
import { setApiKeyActive } from '../../api-keys/api-keys'
import { db } from '../../db'
import { aDelivery } from '../../testing/factories/webhooks'
import { aHookUrl, useWebhookOrganizations } from '../subscriptions/subscription-fixture'
import { subscribe } from '../subscriptions/subscriptions'
import { listSubscriptionsWithSecrets } from './list-subscriptions-with-secrets'

const { names, aWebhookOrganization } = await useWebhookOrganizations()

describe('listSubscriptionsWithSecrets', () => {
  it('listSubscriptionsWithSecrets gives the 20 newest attempts of a subscription, newest first', async () => {
    const { organizationId, A, subscribeAs } = await aWebhookOrganization()
    const [one, other] = [await subscribeAs(A, aHookUrl()), await subscribeAs(A, aHookUrl(), 'bad_review')]
    const createdTimes: string[] = []
    for (let i = 0; i < 6; i += 1) {
      const delivery = await aDelivery(organizationId, one.id, { kind: i % 2 ? 'new_contact' : 'new_review' })
      for (let attempt = 1; attempt <= 4; attempt += 1) {
        const createdAt = new Date(Date.UTC(2026, 0, 1, attempt, i))
        await db.webhookAttempt.create({
          data: {
            organizationId,
            deliveryId: delivery.id,
            subscriptionId: one.id,
            attempt,
            createdAt,
            finishedAt: createdAt,
          },
        })
        createdTimes.push(createdAt.toISOString())
      }
    }
    const [second, first] = await listSubscriptionsWithSecrets(organizationId)
    expect(first).toMatchObject({ id: one.id, secret: one.secret, owner: { id: A, name: 'Test key' }, paused: false })
    expect(second).toMatchObject({ id: other.id, secret: other.secret, attempts: [] })
    expect(first?.attempts.map(({ createdAt }) => createdAt)).toEqual(
      createdTimes.sort((a, b) => b.localeCompare(a)).slice(0, 20),
    )
    expect(new Set(first?.attempts.map(({ deliveryId }) => deliveryId)).size).toBe(6)
    expect(first?.attempts[0]).toEqual({
      deliveryId: expect.any(String),
      event: 'new_contact',
      attempt: 4,
      httpStatusCode: null,
      success: false,
      deadLetter: false,
      error: null,
      durationMs: null,
      createdAt: createdTimes[0],
    })
  })

  it('listSubscriptionsWithSecrets includes inactive, paused and ownerless subscriptions', async () => {
    const { organizationId, A, B, subscribeAs } = await aWebhookOrganization()
    const [inactive, paused] = [await subscribeAs(A, aHookUrl()), await subscribeAs(B, aHookUrl())]
    await db.webhookSubscription.update({ where: { id: inactive.id }, data: { active: false } })
    await setApiKeyActive(organizationId, { id: B, isActive: false })
    const ownerless = await subscribe(organizationId, { hookUrl: aHookUrl(), triggerType: 'new_review' }, null, names)
    expect(await listSubscriptionsWithSecrets(organizationId)).toMatchObject([
      { id: ownerless.id, owner: null, active: true, paused: false, secret: ownerless.secret },
      { id: paused.id, owner: { id: B }, active: true, paused: true, secret: paused.secret },
      { id: inactive.id, owner: { id: A }, active: false, paused: false, secret: inactive.secret },
    ])
  })
})
