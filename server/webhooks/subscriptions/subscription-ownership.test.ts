import { describe, expect, it } from 'vitest'
import { revokeApiKey, setApiKeyActive } from '../../api-keys/api-keys'
import { db } from '../../db'
import { waitForLockWaiters, withOpenTransaction } from '../../testing/database/locks'
import { attemptDelivery } from '../delivery/attempt-delivery'
import { aHookUrl, useWebhookOrganizations } from './subscription-fixture'

const { names, aWebhookOrganization } = await useWebhookOrganizations()

describe('subscription ownership', () => {
  it('a key that joins another key’s subscription gets no secret and is reported as not the owner', async () => {
    const { A, B, subscribeAs, rows } = await aWebhookOrganization()
    const url = aHookUrl()
    await subscribeAs(A, url)
    expect(await subscribeAs(B, url, 'new_review')).toMatchObject({ secret: null, ownedByThisKey: false, active: true })
    expect(await rows()).toMatchObject([{ ownerKeyId: A, triggerTypes: ['new_contact', 'new_review'] }])
  })

  it('revoking the owner key deletes the subscription and its history; another key can then own a new one', async () => {
    const { organizationId, A, B, subscribeAs, rows, event, deliveries } = await aWebhookOrganization()
    const url = aHookUrl()
    const first = await subscribeAs(A, url)
    await subscribeAs(B, url, 'new_review')
    const own = await subscribeAs(B, aHookUrl(), 'new_review')
    await event()
    await revokeApiKey(organizationId, A)
    expect(await rows()).toMatchObject([{ id: own.id, ownerKeyId: B, triggerTypes: ['new_review'] }])
    expect(await deliveries()).toEqual([])
    const again = await subscribeAs(B, url, 'new_review')
    expect(again).toMatchObject({ ownedByThisKey: true, secret: expect.stringMatching(/^whsec_/) })
    expect(again.secret).not.toBe(first.secret)
  })

  it('an event concurrent with the revocation of the owner key succeeds and queues no delivery', async () => {
    const { organizationId, A, subscribeAs, event, deliveries } = await aWebhookOrganization()
    await subscribeAs(A, aHookUrl())
    const { emitted } = await withOpenTransaction(async (tx) => {
      await tx.apiKey.delete({ where: { id: A, organizationId } })
      const started = { emitted: event() }
      await waitForLockWaiters('%contact%')
      return started
    })
    await emitted
    expect(await db.contact.count({ where: { organizationId } })).toBe(1)
    expect(await deliveries()).toEqual([])
  })

  it('revoking a key that joined a subscription keeps it with the events of both keys', async () => {
    const { organizationId, A, B, subscribeAs, rows } = await aWebhookOrganization()
    const url = aHookUrl()
    await subscribeAs(A, url)
    await subscribeAs(B, url, 'new_review')
    await revokeApiKey(organizationId, B)
    expect(await rows()).toMatchObject([{ ownerKeyId: A, triggerTypes: ['new_contact', 'new_review'], active: true }])
  })

  it('deactivating the owner key pauses the subscription for other keys too', async () => {
    const { organizationId, A, B, subscribeAs, event, deliveries } = await aWebhookOrganization()
    const url = aHookUrl()
    await subscribeAs(A, url, 'new_review')
    await subscribeAs(B, url)
    await setApiKeyActive(organizationId, { id: A, isActive: false })
    await event()
    expect(await deliveries()).toEqual([])
  })

  it('joining a paused subscription stores the event and leaves it paused', async () => {
    const { organizationId, A, B, subscribeAs, event, deliveries, rows } = await aWebhookOrganization()
    const url = aHookUrl()
    await subscribeAs(A, url, 'new_review')
    await setApiKeyActive(organizationId, { id: A, isActive: false })
    expect(await subscribeAs(B, url)).toMatchObject({ secret: null, ownedByThisKey: false })
    await event()
    expect(await deliveries()).toEqual([])
    expect(await rows()).toMatchObject([{ triggerTypes: ['new_review', 'new_contact'] }])
    await setApiKeyActive(organizationId, { id: A, isActive: true })
    await event()
    expect(await deliveries()).toHaveLength(1)
  })

  it('events of a subscription whose key has expired are still queued and attempted', async () => {
    const { organizationId, A, subscribeAs, event, deliveries } = await aWebhookOrganization()
    await subscribeAs(A, aHookUrl())
    await db.apiKey.update({ where: { id: A }, data: { expiresAt: new Date(Date.now() - 1000) } })
    await event()
    const [delivery] = await deliveries()
    await attemptDelivery(organizationId, delivery?.id ?? '', names)
    // The delivery was attempted: only the name did not resolve.
    expect(await deliveries()).toMatchObject([{ status: 'pending', attemptCount: 1 }])
  })

  it('refuses a subscription by a revoked key', async () => {
    const { organizationId, A, subscribeAs, rows } = await aWebhookOrganization()
    await revokeApiKey(organizationId, A)
    await expect(subscribeAs(A, aHookUrl())).rejects.toMatchObject({ code: 'INVALID_API_KEY' })
    expect(await rows()).toEqual([])
  })
})
