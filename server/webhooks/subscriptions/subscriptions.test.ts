import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { db } from '../../db'
import { aDelivery } from '../../testing/factories/webhooks'
import { attemptDelivery } from '../delivery/attempt-delivery'
import { aHookUrl, useWebhookOrganizations } from './subscription-fixture'
import { MAX_WEBHOOK_URLS } from './subscription-rows'
import { listSubscriptions } from './subscriptions'

const { names, aWebhookOrganization } = await useWebhookOrganizations()

describe('subscribing', () => {
  it('subscribing to a new address creates a subscription owned by the key and returns its secret', async () => {
    const { A, subscribeAs, rows } = await aWebhookOrganization()
    const url = aHookUrl()
    const answer = await subscribeAs(A, url)
    expect(answer).toMatchObject({
      hookUrl: url,
      triggerTypes: ['new_contact'],
      triggerType: 'new_contact',
      active: true,
      ownedByThisKey: true,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    })
    expect(await rows()).toMatchObject([{ id: answer.id, ownerKeyId: A }])
  })

  it('a second event for an address joins its subscription without returning a secret', async () => {
    const { A, subscribeAs, rows } = await aWebhookOrganization()
    const url = aHookUrl()
    const first = await subscribeAs(A, url)
    const second = await subscribeAs(A, url, 'new_review')
    expect(second).toMatchObject({ id: first.id, secret: null, triggerTypes: ['new_contact', 'new_review'] })
    expect(await rows()).toHaveLength(1)
  })

  it('subscribing to the same event again changes nothing', async () => {
    const { A, subscribeAs } = await aWebhookOrganization()
    const url = aHookUrl()
    await subscribeAs(A, url)
    expect(await subscribeAs(A, url)).toMatchObject({ secret: null, triggerTypes: ['new_contact'] })
  })

  it('spellings of one address share a subscription, while another path or query has its own', async () => {
    const { A, subscribeAs, rows } = await aWebhookOrganization()
    const id = randomUUID()
    await subscribeAs(A, `https://ex.example/${id}`)
    expect((await subscribeAs(A, `HTTPS://Ex.Example:443/${id}#part`)).secret).toBeNull()
    expect((await subscribeAs(A, `https://ex.example/${id}/`)).secret).not.toBeNull()
    expect((await subscribeAs(A, `https://ex.example/${id}?x`)).secret).not.toBeNull()
    expect(await rows()).toHaveLength(3)
  })

  it('the same address in another organization is a separate, invisible subscription with its own secret', async () => {
    const [one, other] = [await aWebhookOrganization(), await aWebhookOrganization()]
    const url = aHookUrl()
    const [a, b] = [await one.subscribeAs(one.A, url), await other.subscribeAs(other.A, url)]
    expect(a.id).not.toBe(b.id)
    expect(a.secret).not.toBe(b.secret)
    const list = await listSubscriptions(one.organizationId, { page: 1, limit: 50 })
    expect(list).toMatchObject({ data: [{ id: a.id }], meta: { total: 1 } })
  })

  it('refuses a webhook address in a private network and stores nothing', async () => {
    const { A, subscribeAs, rows } = await aWebhookOrganization()
    await expect(subscribeAs(A, 'https://private.example/')).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { hookUrl: [expect.stringContaining('private network')] },
    })
    expect(await rows()).toEqual([])
  })

  it('fifty concurrent calls for one address make one subscription with every event and one secret', async () => {
    const { A, B, subscribeAs, rows } = await aWebhookOrganization()
    const url = aHookUrl()
    const kinds = ['new_response', 'detractor_response', 'new_review', 'bad_review', 'new_contact'] as const
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => subscribeAs(i % 2 ? A : B, url, kinds[i % 5] ?? 'new_contact')),
    )
    expect(answers.filter(({ secret }) => secret !== null)).toHaveLength(1)
    const rowsAfter = await rows()
    expect(rowsAfter).toHaveLength(1)
    expect([...(rowsAfter[0]?.triggerTypes ?? [])].sort((a, b) => a.localeCompare(b))).toEqual(
      [...kinds].sort((a, b) => a.localeCompare(b)),
    )
  })

  it('concurrent events for a new or existing address are all on its one subscription', async () => {
    const { A, B, subscribeAs, rows } = await aWebhookOrganization()
    const kinds = ['new_response', 'detractor_response', 'new_review', 'bad_review', 'new_contact'] as const
    // Each kind once: no other call would repair a lost update. The first round opens the connections.
    for (let round = 0; round < 8; round += 1) {
      const url = aHookUrl()
      const isThere = round % 2 === 1
      if (isThere) await subscribeAs(A, url)
      const answers = await Promise.all(kinds.map((kind, i) => subscribeAs(i % 2 ? A : B, url, kind)))
      expect(answers.filter(({ secret }) => secret !== null)).toHaveLength(isThere ? 0 : 1)
      const rowsAfter = (await rows()).filter(({ hookUrl }) => hookUrl === url)
      expect(rowsAfter).toHaveLength(1)
      expect([...(rowsAfter[0]?.triggerTypes ?? [])].sort((a, b) => a.localeCompare(b))).toEqual(
        [...kinds].sort((a, b) => a.localeCompare(b)),
      )
    }
  })

  it('subscribing concurrently with the last unsubscribe either joins the subscription or creates a new one', async () => {
    const { A, subscribeAs, unsubscribeFrom, rows } = await aWebhookOrganization()
    for (let round = 0; round < 15; round += 1) {
      const url = aHookUrl()
      const first = await subscribeAs(A, url)
      const [subscribed, unsubscribed] = await Promise.all([
        subscribeAs(A, url, 'new_review'),
        unsubscribeFrom({ hookUrl: url, triggerType: 'new_contact' }),
      ])
      const row = (await rows()).find(({ hookUrl }) => hookUrl === url)
      expect(row?.triggerTypes).toEqual(['new_review'])
      // Deleted and recreated with a new secret, or joined and kept.
      expect(unsubscribed.deleted ? subscribed.secret !== null : subscribed.secret === null).toBe(true)
      expect(row?.id === first.id).toBe(!unsubscribed.deleted)
    }
  })

  it('refuses the 101st webhook address, also under concurrency, and still lets events join existing ones', async () => {
    const { organizationId, A, subscribeAs, rows } = await aWebhookOrganization()
    await db.webhookSubscription.createMany({
      data: Array.from({ length: MAX_WEBHOOK_URLS - 2 }, () => ({
        organizationId,
        hookUrl: aHookUrl(),
        triggerTypes: ['new_review'],
        secretEncrypted: 'unreadable',
      })),
    })
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => subscribeAs(A, aHookUrl())))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'VALIDATION_ERROR', details: { hookUrl: [expect.stringContaining('100 webhook addresses')] } },
    })
    expect(await rows()).toHaveLength(MAX_WEBHOOK_URLS)
    expect((await subscribeAs(A, (await rows())[0]?.hookUrl ?? '')).secret).toBeNull()
  })
})

describe('unsubscribing', () => {
  it('unsubscribing the last event deletes the subscription with its secret and delivery history', async () => {
    const { organizationId, A, subscribeAs, unsubscribeFrom, rows, event, deliveries } = await aWebhookOrganization()
    const url = aHookUrl()
    const first = await subscribeAs(A, url)
    await subscribeAs(A, url, 'new_review')
    await event()
    expect(await unsubscribeFrom({ hookUrl: url, triggerType: 'new_review' })).toEqual({ id: first.id, deleted: false })
    const [delivery] = await deliveries()
    await attemptDelivery(organizationId, delivery?.id ?? '', names)
    expect(await db.webhookAttempt.count({ where: { organizationId } })).toBe(1)
    expect(await unsubscribeFrom({ id: first.id, triggerType: 'new_contact' })).toEqual({ id: first.id, deleted: true })
    expect(await rows()).toEqual([])
    expect(await deliveries()).toEqual([])
    expect(await db.webhookAttempt.count({ where: { organizationId } })).toBe(0)
    const repeated = await subscribeAs(A, url)
    expect(repeated.id).not.toBe(first.id)
    expect(repeated.secret).not.toBe(first.secret)
    expect(repeated.secret).not.toBeNull()
  })

  it('unsubscribing deletes nothing for an absent event and refuses unknown, foreign or conflicting targets', async () => {
    const { A, subscribeAs, unsubscribeFrom } = await aWebhookOrganization()
    const other = await aWebhookOrganization()
    const [url, another] = [aHookUrl(), aHookUrl()]
    const { id } = await subscribeAs(A, url)
    await subscribeAs(A, another)
    const foreign = await other.subscribeAs(other.A, aHookUrl())
    expect(await unsubscribeFrom({ id, triggerType: 'bad_review' })).toEqual({ id, deleted: false })
    expect(await unsubscribeFrom({ id, hookUrl: url, triggerType: 'bad_review' })).toEqual({ id, deleted: false })
    const triggerType = 'new_contact'
    const notFound = { code: 'NOT_FOUND', message: 'Webhook subscription not found.' }
    await expect(unsubscribeFrom({ id: randomUUID(), triggerType })).rejects.toMatchObject(notFound)
    await expect(unsubscribeFrom({ id: foreign.id, triggerType })).rejects.toMatchObject(notFound)
    await expect(unsubscribeFrom({ hookUrl: foreign.hookUrl, triggerType })).rejects.toMatchObject(notFound)
    await expect(unsubscribeFrom({ hookUrl: aHookUrl(), triggerType })).rejects.toMatchObject(notFound)
    await expect(unsubscribeFrom({ id, hookUrl: another, triggerType })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
    await expect(unsubscribeFrom({ triggerType })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
    await expect(unsubscribeFrom({ hookUrl: 'nonsense', triggerType })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
    expect(await unsubscribeFrom({ id, hookUrl: url.replace('https', 'HTTPS'), triggerType })).toEqual({
      id,
      deleted: true,
    })
  })

  it('unsubscribing the last API event keeps a subscription that still has step.completed', async () => {
    const { A, subscribeAs, unsubscribeFrom, rows } = await aWebhookOrganization()
    const url = aHookUrl()
    const { id } = await subscribeAs(A, url)
    await db.webhookSubscription.update({ where: { id }, data: { triggerTypes: ['new_contact', 'step.completed'] } })
    expect(await unsubscribeFrom({ id, triggerType: 'new_contact' })).toEqual({ id, deleted: false })
    expect(await rows()).toMatchObject([{ id, triggerTypes: ['step.completed'] }])
  })

  it('unsubscribing cancels the queued deliveries of that event only', async () => {
    const { organizationId, A, subscribeAs, unsubscribeFrom } = await aWebhookOrganization()
    const url = aHookUrl()
    const { id } = await subscribeAs(A, url)
    await subscribeAs(A, url, 'new_review')
    const [removed, remaining] = [
      await aDelivery(organizationId, id, { kind: 'new_contact' }),
      await aDelivery(organizationId, id, { kind: 'new_review' }),
    ]
    await unsubscribeFrom({ id, triggerType: 'new_contact' })
    const after = await db.webhookDelivery.findMany({ where: { organizationId } })
    expect(after).toHaveLength(2)
    expect(after.find(({ id: one }) => one === removed.id)).toMatchObject({
      status: 'cancelled',
      nextAttemptAt: null,
      endedAt: expect.any(Date),
    })
    expect(after.find(({ id: one }) => one === remaining.id)).toMatchObject({ status: 'pending' })
    expect(await attemptDelivery(organizationId, removed.id, names)).toEqual({ state: 'ended' })
    expect(await db.webhookAttempt.count({ where: { deliveryId: removed.id } })).toBe(0)
  })
})
