import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setApiKeyActive } from '../../api-keys/api-keys'
import { db } from '../../db'
import { saveSequence } from '../../sequences/sequences'
import { anApiKey, anOrganization } from '../../testing/factories/basics'
import { aDelivery, aSigningSubscription, claimDelivery } from '../../testing/factories/webhooks'
import { aNameServer, type NameServer } from '../../testing/servers/name-server'
import { transact } from '../../unit-of-work'
import { recordAttempt } from '../delivery/attempt-delivery'
import type { TriggerType } from '../schema'
import { addSubscription, subscribe } from '../subscriptions/subscriptions'
import { MAX_WEBHOOK_URLS } from '../subscriptions/webhook-url-limit'
import { reactivateSubscription, removeSubscription, updateSubscription } from './change-subscription'
import { getDashboardSubscription, listDashboardSubscriptions } from './list-dashboard-subscriptions'

let names: NameServer

beforeAll(async () => {
  names = await aNameServer()
})

afterAll(() => names.close())

/** The name does not resolve, which must not cause a refusal. */
const anAddress = () => `https://receiver.example/${randomUUID()}`
const readRow = (id: string) => db.webhookSubscription.findUnique({ where: { id } })

const aStepAt = (organizationId: string, webhookUrl: string) =>
  saveSequence(organizationId, {
    name: 'Welcome',
    description: '',
    status: 'draft',
    steps: [{ type: 'email', delay: 0, subject: 'Hello', body: 'Hello', webhookUrl, condition: 'always' }],
  })

describe('addSubscription', () => {
  it('addSubscription creates a subscription without an owner and returns the secret only once', async () => {
    const organizationId = await anOrganization()
    const hookUrl = anAddress()
    const triggerTypes: TriggerType[] = ['new_contact', 'bad_review', 'new_contact']
    const { id, secret } = await addSubscription(organizationId, { hookUrl, triggerTypes }, names)
    expect(secret).toMatch(/^whsec_/)
    expect(await readRow(id)).toMatchObject({ hookUrl, triggerTypes: ['new_contact', 'bad_review'], ownerKeyId: null })
    const second = await addSubscription(organizationId, { hookUrl, triggerTypes: ['new_review'] }, names)
    expect(second).toEqual({ id, secret: null })
    expect((await readRow(id))?.triggerTypes).toEqual(['new_contact', 'bad_review', 'new_review'])
  })

  it('addSubscription refuses invalid or private addresses and one past the limit, and stores nothing', async () => {
    const organizationId = await anOrganization()
    for (const hookUrl of ['http://receiver.example/', 'https://10.0.0.1/', 'nonsense'])
      await expect(addSubscription(organizationId, { hookUrl, triggerTypes: ['new_contact'] })).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { hookUrl: [expect.any(String)] },
      })
    await db.webhookSubscription.createMany({
      data: Array.from({ length: MAX_WEBHOOK_URLS }, () => ({
        organizationId,
        hookUrl: anAddress(),
        triggerTypes: ['new_contact'],
        secretEncrypted: 'unreadable',
      })),
    })
    const input = { hookUrl: anAddress(), triggerTypes: ['new_contact', 'new_review'] as TriggerType[] }
    await expect(addSubscription(organizationId, input, names)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
    expect(await db.webhookSubscription.count({ where: { organizationId } })).toBe(MAX_WEBHOOK_URLS)
  })

  it('concurrent additions of one address make one subscription with every event and one secret', async () => {
    for (let round = 0; round < 10; round += 1) {
      const organizationId = await anOrganization()
      const hookUrl = anAddress()
      const added = await Promise.all(
        (['new_contact', 'new_review', 'bad_review'] as const).map((kind) =>
          addSubscription(organizationId, { hookUrl, triggerTypes: [kind, 'new_response'] }, names),
        ),
      )
      expect(new Set(added.map(({ id }) => id)).size).toBe(1)
      expect(added.filter(({ secret }) => secret !== null)).toHaveLength(1)
      const row = await readRow(added[0]?.id ?? '')
      expect([...(row?.triggerTypes ?? [])].sort()).toEqual(['bad_review', 'new_contact', 'new_response', 'new_review'])
    }
  })
})

describe('updateSubscription', () => {
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
})

describe('removeSubscription', () => {
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
    await aStepAt(organizationId, hookUrl)
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
      await Promise.allSettled([aStepAt(organizationId, hookUrl), removeSubscription(organizationId, id)])
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
})

describe('reactivateSubscription', () => {
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
})

describe('listConsoleSubscriptions', () => {
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
    const sequence = await aStepAt(organizationId, hook.hookUrl)
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
