import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { revokeApiKey, setApiKeyActive } from '../../api-keys/keys'
import { createContact } from '../../contacts/create'
import { db } from '../../db'
import { holding, untilLockAwaited } from '../../testing/database/locks'
import { anApiKey, anEmail, anOrganization } from '../../testing/factories/basics'
import { aDelivery } from '../../testing/factories/webhooks'
import { aNameServer, type NameServer } from '../../testing/servers/name-server'
import { listSubscriptionsWithAttempts } from '../console/subscription-details'
import { attemptDelivery } from '../delivering/attempt-delivery'
import type { TriggerType, Unsubscribe } from '../schema'
import { MAX_ADDRESSES } from './address-limit'
import { listSubscriptions, subscribe, unsubscribe } from './subscriptions'

let names: NameServer

beforeAll(async () => {
  names = await aNameServer()
  names.set('private.example', ['10.0.0.1'])
})

afterAll(() => names.close())

/** A unique address; its name does not resolve, which must not cause a refusal. */
const anAddress = () => `https://receiver.example/${randomUUID()}`

async function anIntegration() {
  const organizationId = await anOrganization()
  const key = async () => (await anApiKey(organizationId, ['webhooks:*'])).id
  const [A, B, C] = [await key(), await key(), await key()]
  const by = (apiKeyId: string, hookUrl: string, triggerType: TriggerType = 'new_contact') =>
    subscribe(organizationId, { hookUrl, triggerType }, apiKeyId, names)
  const rows = () => db.webhookSubscription.findMany({ where: { organizationId }, orderBy: { createdAt: 'asc' } })
  const off = (input: Unsubscribe) => unsubscribe(organizationId, input)
  const event = () => createContact(organizationId, { email: anEmail(), firstName: 'Ada' })
  const deliveries = () => db.webhookDelivery.findMany({ where: { organizationId } })
  return { organizationId, A, B, C, by, rows, off, event, deliveries }
}

describe('subscribing', () => {
  it('subscribing to a new address creates a subscription owned by the key and returns its secret', async () => {
    const { A, by, rows } = await anIntegration()
    const url = anAddress()
    const answer = await by(A, url)
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
    const { A, by, rows } = await anIntegration()
    const url = anAddress()
    const first = await by(A, url)
    const second = await by(A, url, 'new_review')
    expect(second).toMatchObject({ id: first.id, secret: null, triggerTypes: ['new_contact', 'new_review'] })
    expect(await rows()).toHaveLength(1)
  })

  it('subscribing to the same event again changes nothing', async () => {
    const { A, by } = await anIntegration()
    const url = anAddress()
    await by(A, url)
    expect(await by(A, url)).toMatchObject({ secret: null, triggerTypes: ['new_contact'] })
  })

  it('spellings of one address share a subscription, while another path or query has its own', async () => {
    const { A, by, rows } = await anIntegration()
    const id = randomUUID()
    await by(A, `https://ex.example/${id}`)
    expect((await by(A, `HTTPS://Ex.Example:443/${id}#part`)).secret).toBeNull()
    expect((await by(A, `https://ex.example/${id}/`)).secret).not.toBeNull()
    expect((await by(A, `https://ex.example/${id}?x`)).secret).not.toBeNull()
    expect(await rows()).toHaveLength(3)
  })

  it('the same address in another organization is a separate, invisible subscription with its own secret', async () => {
    const [one, other] = [await anIntegration(), await anIntegration()]
    const url = anAddress()
    const [a, b] = [await one.by(one.A, url), await other.by(other.A, url)]
    expect(a.id).not.toBe(b.id)
    expect(a.secret).not.toBe(b.secret)
    const list = await listSubscriptions(one.organizationId, { page: 1, limit: 50 })
    expect(list).toMatchObject({ data: [{ id: a.id }], meta: { total: 1 } })
  })

  it('refuses a webhook address in a private network and stores nothing', async () => {
    const { A, by, rows } = await anIntegration()
    await expect(by(A, 'https://private.example/')).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { hookUrl: [expect.stringContaining('private network')] },
    })
    expect(await rows()).toEqual([])
  })

  it('fifty concurrent calls for one address make one subscription with every event and one secret', async () => {
    const { A, B, by, rows } = await anIntegration()
    const url = anAddress()
    const kinds = ['new_response', 'detractor_response', 'new_review', 'bad_review', 'new_contact'] as const
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => by(i % 2 ? A : B, url, kinds[i % 5] ?? 'new_contact')),
    )
    expect(answers.filter(({ secret }) => secret !== null)).toHaveLength(1)
    const held = await rows()
    expect(held).toHaveLength(1)
    expect([...(held[0]?.triggerTypes ?? [])].sort((a, b) => a.localeCompare(b))).toEqual(
      [...kinds].sort((a, b) => a.localeCompare(b)),
    )
  })

  it('concurrent events for a new or existing address are all on its one subscription', async () => {
    const { A, B, by, rows } = await anIntegration()
    const kinds = ['new_response', 'detractor_response', 'new_review', 'bad_review', 'new_contact'] as const
    // Each kind once: no other call would repair a lost update. The first round opens the connections.
    for (let round = 0; round < 8; round += 1) {
      const url = anAddress()
      const isThere = round % 2 === 1
      if (isThere) await by(A, url)
      const answers = await Promise.all(kinds.map((kind, i) => by(i % 2 ? A : B, url, kind)))
      expect(answers.filter(({ secret }) => secret !== null)).toHaveLength(isThere ? 0 : 1)
      const held = (await rows()).filter(({ hookUrl }) => hookUrl === url)
      expect(held).toHaveLength(1)
      expect([...(held[0]?.triggerTypes ?? [])].sort((a, b) => a.localeCompare(b))).toEqual(
        [...kinds].sort((a, b) => a.localeCompare(b)),
      )
    }
  })

  it('subscribing concurrently with the last unsubscribe either joins the subscription or creates a new one', async () => {
    const { A, by, off, rows } = await anIntegration()
    for (let round = 0; round < 15; round += 1) {
      const url = anAddress()
      const first = await by(A, url)
      const [joined, left] = await Promise.all([
        by(A, url, 'new_review'),
        off({ hookUrl: url, triggerType: 'new_contact' }),
      ])
      const row = (await rows()).find(({ hookUrl }) => hookUrl === url)
      expect(row?.triggerTypes).toEqual(['new_review'])
      // Deleted and recreated with a new secret, or joined and kept.
      expect(left.deleted ? joined.secret !== null : joined.secret === null).toBe(true)
      expect(row?.id === first.id).toBe(!left.deleted)
    }
  })

  it('refuses the 101st webhook address, also under concurrency, and still lets events join existing ones', async () => {
    const { organizationId, A, by, rows } = await anIntegration()
    await db.webhookSubscription.createMany({
      data: Array.from({ length: MAX_ADDRESSES - 2 }, () => ({
        organizationId,
        hookUrl: anAddress(),
        triggerTypes: ['new_review'],
        secretEncrypted: 'unreadable',
      })),
    })
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => by(A, anAddress())))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'VALIDATION_ERROR', details: { hookUrl: [expect.stringContaining('100 webhook addresses')] } },
    })
    expect(await rows()).toHaveLength(MAX_ADDRESSES)
    expect((await by(A, (await rows())[0]?.hookUrl ?? '')).secret).toBeNull()
  })
})

describe('unsubscribing', () => {
  it('unsubscribing the last event deletes the subscription with its secret and delivery history', async () => {
    const { organizationId, A, by, off, rows, event, deliveries } = await anIntegration()
    const url = anAddress()
    const first = await by(A, url)
    await by(A, url, 'new_review')
    await event()
    expect(await off({ hookUrl: url, triggerType: 'new_review' })).toEqual({ id: first.id, deleted: false })
    const [delivery] = await deliveries()
    await attemptDelivery(organizationId, delivery?.id ?? '', names)
    expect(await db.webhookAttempt.count({ where: { organizationId } })).toBe(1)
    expect(await off({ id: first.id, triggerType: 'new_contact' })).toEqual({ id: first.id, deleted: true })
    expect(await rows()).toEqual([])
    expect(await deliveries()).toEqual([])
    expect(await db.webhookAttempt.count({ where: { organizationId } })).toBe(0)
    const again = await by(A, url)
    expect(again.id).not.toBe(first.id)
    expect(again.secret).not.toBe(first.secret)
    expect(again.secret).not.toBeNull()
  })

  it('unsubscribing deletes nothing for an absent event and refuses unknown, foreign or conflicting targets', async () => {
    const { A, by, off } = await anIntegration()
    const other = await anIntegration()
    const [url, another] = [anAddress(), anAddress()]
    const { id } = await by(A, url)
    await by(A, another)
    const foreign = await other.by(other.A, anAddress())
    expect(await off({ id, triggerType: 'bad_review' })).toEqual({ id, deleted: false })
    expect(await off({ id, hookUrl: url, triggerType: 'bad_review' })).toEqual({ id, deleted: false })
    const triggerType = 'new_contact'
    const notFound = { code: 'NOT_FOUND', message: 'Webhook subscription not found.' }
    await expect(off({ id: randomUUID(), triggerType })).rejects.toMatchObject(notFound)
    await expect(off({ id: foreign.id, triggerType })).rejects.toMatchObject(notFound)
    await expect(off({ hookUrl: foreign.hookUrl, triggerType })).rejects.toMatchObject(notFound)
    await expect(off({ hookUrl: anAddress(), triggerType })).rejects.toMatchObject(notFound)
    await expect(off({ id, hookUrl: another, triggerType })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
    await expect(off({ triggerType })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
    await expect(off({ hookUrl: 'nonsense', triggerType })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
    expect(await off({ id, hookUrl: url.replace('https', 'HTTPS'), triggerType })).toEqual({ id, deleted: true })
  })

  it('unsubscribing the last API event keeps a subscription that still has step.completed', async () => {
    const { A, by, off, rows } = await anIntegration()
    const url = anAddress()
    const { id } = await by(A, url)
    await db.webhookSubscription.update({ where: { id }, data: { triggerTypes: ['new_contact', 'step.completed'] } })
    expect(await off({ id, triggerType: 'new_contact' })).toEqual({ id, deleted: false })
    expect(await rows()).toMatchObject([{ id, triggerTypes: ['step.completed'] }])
  })

  it('unsubscribing cancels the queued deliveries of that event only', async () => {
    const { organizationId, A, by, off } = await anIntegration()
    const url = anAddress()
    const { id } = await by(A, url)
    await by(A, url, 'new_review')
    const [gone, kept] = [
      await aDelivery(organizationId, id, { kind: 'new_contact' }),
      await aDelivery(organizationId, id, { kind: 'new_review' }),
    ]
    await off({ id, triggerType: 'new_contact' })
    const after = await db.webhookDelivery.findMany({ where: { organizationId } })
    expect(after).toHaveLength(2)
    expect(after.find(({ id: one }) => one === gone.id)).toMatchObject({
      status: 'cancelled',
      nextAttemptAt: null,
      endedAt: expect.any(Date),
    })
    expect(after.find(({ id: one }) => one === kept.id)).toMatchObject({ status: 'pending' })
    expect(await attemptDelivery(organizationId, gone.id, names)).toEqual({ state: 'ended' })
    expect(await db.webhookAttempt.count({ where: { deliveryId: gone.id } })).toBe(0)
  })
})

describe('subscription ownership', () => {
  it('a key that joins another key’s subscription gets no secret and is reported as not the owner', async () => {
    const { A, B, by, rows } = await anIntegration()
    const url = anAddress()
    await by(A, url)
    expect(await by(B, url, 'new_review')).toMatchObject({ secret: null, ownedByThisKey: false, active: true })
    expect(await rows()).toMatchObject([{ ownerKeyId: A, triggerTypes: ['new_contact', 'new_review'] }])
  })

  it('revoking the owner key deletes the subscription and its history; another key can then own a new one', async () => {
    const { organizationId, A, B, by, rows, event, deliveries } = await anIntegration()
    const url = anAddress()
    const first = await by(A, url)
    await by(B, url, 'new_review')
    const own = await by(B, anAddress(), 'new_review')
    await event()
    await revokeApiKey(organizationId, A)
    expect(await rows()).toMatchObject([{ id: own.id, ownerKeyId: B, triggerTypes: ['new_review'] }])
    expect(await deliveries()).toEqual([])
    const again = await by(B, url, 'new_review')
    expect(again).toMatchObject({ ownedByThisKey: true, secret: expect.stringMatching(/^whsec_/) })
    expect(again.secret).not.toBe(first.secret)
  })

  it('an event concurrent with the revocation of the owner key succeeds and queues no delivery', async () => {
    const { organizationId, A, by, event, deliveries } = await anIntegration()
    await by(A, anAddress())
    const { emitted } = await holding(async (tx) => {
      await tx.apiKey.delete({ where: { id: A, organizationId } })
      const started = { emitted: event() }
      await untilLockAwaited('%contact%')
      return started
    })
    await emitted
    expect(await db.contact.count({ where: { organizationId } })).toBe(1)
    expect(await deliveries()).toEqual([])
  })

  it('revoking a key that joined a subscription keeps it with the events of both keys', async () => {
    const { organizationId, A, B, by, rows } = await anIntegration()
    const url = anAddress()
    await by(A, url)
    await by(B, url, 'new_review')
    await revokeApiKey(organizationId, B)
    expect(await rows()).toMatchObject([{ ownerKeyId: A, triggerTypes: ['new_contact', 'new_review'], active: true }])
  })

  it('deactivating the owner key pauses the subscription for other keys too', async () => {
    const { organizationId, A, B, by, event, deliveries } = await anIntegration()
    const url = anAddress()
    await by(A, url, 'new_review')
    await by(B, url)
    await setApiKeyActive(organizationId, { id: A, isActive: false })
    await event()
    expect(await deliveries()).toEqual([])
  })

  it('joining a paused subscription stores the event and leaves it paused', async () => {
    const { organizationId, A, B, by, event, deliveries, rows } = await anIntegration()
    const url = anAddress()
    await by(A, url, 'new_review')
    await setApiKeyActive(organizationId, { id: A, isActive: false })
    expect(await by(B, url)).toMatchObject({ secret: null, ownedByThisKey: false })
    await event()
    expect(await deliveries()).toEqual([])
    expect(await rows()).toMatchObject([{ triggerTypes: ['new_review', 'new_contact'] }])
    await setApiKeyActive(organizationId, { id: A, isActive: true })
    await event()
    expect(await deliveries()).toHaveLength(1)
  })

  it('events of a subscription whose key has expired are still queued and attempted', async () => {
    const { organizationId, A, by, event, deliveries } = await anIntegration()
    await by(A, anAddress())
    await db.apiKey.update({ where: { id: A }, data: { expiresAt: new Date(Date.now() - 1000) } })
    await event()
    const [delivery] = await deliveries()
    await attemptDelivery(organizationId, delivery?.id ?? '', names)
    // The delivery was attempted: only the name did not resolve.
    expect(await deliveries()).toMatchObject([{ status: 'pending', attemptCount: 1 }])
  })

  it('refuses a subscription by a revoked key', async () => {
    const { organizationId, A, by, rows } = await anIntegration()
    await revokeApiKey(organizationId, A)
    await expect(by(A, anAddress())).rejects.toMatchObject({ code: 'INVALID_API_KEY' })
    expect(await rows()).toEqual([])
  })
})

describe('listSubscriptionsWithAttempts', () => {
  it('listSubscriptionsWithAttempts gives the 20 newest attempts of a subscription, newest first', async () => {
    const { organizationId, A, by } = await anIntegration()
    const [one, other] = [await by(A, anAddress()), await by(A, anAddress(), 'bad_review')]
    const made: string[] = []
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
        made.push(createdAt.toISOString())
      }
    }
    const [second, first] = await listSubscriptionsWithAttempts(organizationId)
    expect(first).toMatchObject({ id: one.id, secret: one.secret, owner: { id: A, name: 'Test key' }, paused: false })
    expect(second).toMatchObject({ id: other.id, secret: other.secret, attempts: [] })
    expect(first?.attempts.map(({ createdAt }) => createdAt)).toEqual(
      made.sort((a, b) => b.localeCompare(a)).slice(0, 20),
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
      createdAt: made[0],
    })
  })

  it('listSubscriptionsWithAttempts includes inactive, paused and ownerless subscriptions', async () => {
    const { organizationId, A, B, by } = await anIntegration()
    const [inactive, paused] = [await by(A, anAddress()), await by(B, anAddress())]
    await db.webhookSubscription.update({ where: { id: inactive.id }, data: { active: false } })
    await setApiKeyActive(organizationId, { id: B, isActive: false })
    const ownerless = await subscribe(organizationId, { hookUrl: anAddress(), triggerType: 'new_review' }, null, names)
    expect(await listSubscriptionsWithAttempts(organizationId)).toMatchObject([
      { id: ownerless.id, owner: null, active: true, paused: false, secret: ownerless.secret },
      { id: paused.id, owner: { id: B }, active: true, paused: true, secret: paused.secret },
      { id: inactive.id, owner: { id: A }, active: false, paused: false, secret: inactive.secret },
    ])
  })
})
