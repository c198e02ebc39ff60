import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setApiKeyActive } from '../../api-keys/api-keys'
import { MINUTE_MS } from '../../clock'
import { db } from '../../db'
import { anOrganization } from '../../testing/factories/basics'
import { aDelivery } from '../../testing/factories/webhooks'
import { aWebhookReceiver, type SubscribedWebhook } from '../../testing/servers/webhook-receiver'
import { unsubscribe } from '../subscriptions/subscriptions'
import { resendDelivery, resendFailedDeliveries } from './resend-deliveries'

let hooks: Awaited<ReturnType<typeof aWebhookReceiver>>

beforeAll(async () => {
  hooks = await aWebhookReceiver()
})

afterAll(() => hooks.close())

const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS)
const since = (minutes: number) => ago(minutes).toISOString()

async function aFailure(hook: SubscribedWebhook, minutes = 1, data: Parameters<typeof aDelivery>[2] = {}) {
  const at = ago(minutes)
  const failed = {
    status: 'failed',
    deadLetter: true,
    attemptCount: 5,
    nextAttemptAt: null,
    createdAt: at,
    endedAt: at,
  }
  return (await aDelivery(hook.organizationId, hook.id, { ...failed, ...data })).id
}

const listRows = (hook: SubscribedWebhook) =>
  db.webhookDelivery.findMany({ where: { subscriptionId: hook.id }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })

describe('resendDelivery', () => {
  it('a resend has the same body and delivery id as the original and counts its own attempts from zero', async () => {
    const hook = await hooks.subscribe(['new_contact'], [500, 500, 200])
    const id = await aFailure(hook, 1, { body: '[{"name":"Zoé"}]' })

    const resent = await resendDelivery(hook.organizationId, id)

    expect(resent).toMatchObject({
      kind: 'new_contact',
      status: 'pending',
      resendOf: id,
      isTest: false,
      attemptCount: 0,
      lastAttempt: null,
    })
    await hook.exhaust(resent.id)
    const requests = hook.requests()
    expect(requests).toHaveLength(3)
    expect(new Set(requests.map(({ headers }) => headers['x-service-delivery']))).toEqual(new Set([id]))
    expect(new Set(requests.map(({ body }) => body.toString('utf8')))).toEqual(new Set(['[{"name":"Zoé"}]']))
    expect(requests.at(-1)?.headers).not.toHaveProperty('x-service-test')
    expect(await listRows(hook)).toMatchObject([
      { id, status: 'failed', deadLetter: true, attemptCount: 5 },
      { id: resent.id, status: 'succeeded', attemptCount: 3 },
    ])
  })

  it('a resend of a resend refers to the first delivery, also in its delivery id header', async () => {
    const hook = await hooks.subscribe(['new_contact'])
    const first = await aFailure(hook)
    const second = await resendDelivery(hook.organizationId, first)
    await hook.attempt(second.id)
    const third = await resendDelivery(hook.organizationId, second.id)
    await hook.attempt(third.id)
    expect(third.resendOf).toBe(first)
    expect(hook.requests().map(({ headers }) => headers['x-service-delivery'])).toEqual([first, first])
  })

  it.each([
    ['succeeded', { status: 'succeeded', deadLetter: false }],
    ['cancelled', { status: 'cancelled', deadLetter: false }],
    ['failed', {}],
  ])('resends a delivery that has %s', async (_state, data) => {
    const hook = await hooks.subscribe(['new_contact'])
    const id = await aFailure(hook, 1, data)
    await expect(resendDelivery(hook.organizationId, id)).resolves.toMatchObject({ resendOf: id })
  })

  it('refuses to resend a delivery while it or a resend of it is pending', async () => {
    const hook = await hooks.subscribe(['new_contact'])
    const { id } = await aDelivery(hook.organizationId, hook.id)
    const refusal = { code: 'VALIDATION_ERROR', message: expect.stringContaining('still being delivered') }
    await expect(resendDelivery(hook.organizationId, id)).rejects.toMatchObject(refusal)
    const failed = await aFailure(hook)
    await resendDelivery(hook.organizationId, failed)
    await expect(resendDelivery(hook.organizationId, failed)).rejects.toMatchObject(refusal)
    expect(await listRows(hook)).toHaveLength(3)
  })

  it('concurrent resends of one delivery create a single resend', async () => {
    const hook = await hooks.subscribe(['new_contact'])
    for (let round = 0; round < 10; round += 1) {
      const id = await aFailure(hook)
      const tries = await Promise.allSettled([1, 2, 3].map(() => resendDelivery(hook.organizationId, id)))
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await db.webhookDelivery.count({ where: { resendOfId: id } })).toBe(1)
    }
  })

  it('refuses to resend a delivery while its subscription is deactivated, paused or without the event', async () => {
    const hook = await hooks.subscribe(['new_contact', 'new_review'])
    const id = await aFailure(hook)
    const change = (active: boolean) => db.webhookSubscription.update({ where: { id: hook.id }, data: { active } })
    const refusal = (words: string) => ({ code: 'VALIDATION_ERROR', message: expect.stringContaining(words) })

    await change(false)
    await expect(resendDelivery(hook.organizationId, id)).rejects.toMatchObject(refusal('Reactivate'))
    await expect(resendFailedDeliveries(hook.organizationId, { id: hook.id, since: since(5) })).rejects.toMatchObject(
      refusal('Reactivate'),
    )
    await change(true)
    await setApiKeyActive(hook.organizationId, { id: hook.keyId, isActive: false })
    await expect(resendDelivery(hook.organizationId, id)).rejects.toMatchObject(refusal('Activate the key'))
    await expect(resendFailedDeliveries(hook.organizationId, { id: hook.id, since: since(5) })).rejects.toMatchObject(
      refusal('Activate the key'),
    )
    await setApiKeyActive(hook.organizationId, { id: hook.keyId, isActive: true })
    await unsubscribe(hook.organizationId, { id: hook.id, triggerType: 'new_contact' })
    await expect(resendDelivery(hook.organizationId, id)).rejects.toMatchObject(refusal('Add the event'))
    expect(await resendFailedDeliveries(hook.organizationId, { id: hook.id, since: since(5) })).toEqual({ resent: 0 })
    expect(await listRows(hook)).toHaveLength(1)
  })

  it('404: refuses to resend deliveries of another organization or an unknown delivery', async () => {
    const hook = await hooks.subscribe(['new_contact'])
    const id = await aFailure(hook)
    await expect(resendDelivery(await anOrganization(), id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(resendDelivery(hook.organizationId, hook.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(
      resendFailedDeliveries(await anOrganization(), { id: hook.id, since: since(5) }),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await listRows(hook)).toHaveLength(1)
  })
})

describe('resendFailedDeliveries', () => {
  it('resendFailedDeliveries resends only the deliveries of the subscription that failed since the given time', async () => {
    const hook = await hooks.subscribe(['new_contact'])
    await aFailure(hook, 60)
    const [first, second] = [await aFailure(hook, 20), await aFailure(hook, 10)]
    // Created before `since`, failed after it.
    const third = await aFailure(hook, 60, { endedAt: ago(5) })
    await aFailure(hook, 10, { status: 'succeeded' })
    await aFailure(hook, 10, { status: 'cancelled' })
    await aDelivery(hook.organizationId, hook.id)
    const other = await hooks.subscribe(['new_contact'], [200], hook.organizationId)
    await aFailure(other, 10)

    expect(await resendFailedDeliveries(hook.organizationId, { id: hook.id, since: since(30) })).toEqual({ resent: 3 })

    const resent = await db.webhookDelivery.findMany({
      where: { organizationId: hook.organizationId, resendOfId: { not: null } },
    })
    expect(new Set(resent.map(({ resendOfId }) => resendOfId))).toEqual(new Set([first, second, third]))
    for (const row of resent) expect(row).toMatchObject({ status: 'pending', attemptCount: 0, deadLetter: false })
    for (const { id } of resent) expect(await hook.attempt(id)).toEqual({ state: 'ended' })
    expect(hook.requests().map(({ headers }) => headers['x-service-delivery'])).toEqual(
      resent.map(({ resendOfId }) => resendOfId),
    )
  })

  it('resendFailedDeliveries resends each event once, unless its newest resend succeeded or is pending', async () => {
    const hook = await hooks.subscribe(['new_contact'])
    const stuck = await aFailure(hook, 20)
    await aFailure(hook, 10, { resendOfId: stuck })
    const recovered = await aFailure(hook, 20)
    await aFailure(hook, 10, { resendOfId: recovered, status: 'succeeded' })
    const underWay = await aFailure(hook, 20)
    await resendDelivery(hook.organizationId, underWay)
    // Resent although it had succeeded, and failed: no later delivery succeeded.
    const resentBefore = await aFailure(hook, 20, { status: 'succeeded' })
    await aFailure(hook, 10, { resendOfId: resentBefore })
    // One resend succeeded, and the next one failed.
    const regressed = await aFailure(hook, 25)
    await aFailure(hook, 20, { resendOfId: regressed, status: 'succeeded' })
    await aFailure(hook, 10, { resendOfId: regressed })

    expect(await resendFailedDeliveries(hook.organizationId, { id: hook.id, since: since(30) })).toEqual({ resent: 3 })

    const created = await db.webhookDelivery.findMany({ where: { subscriptionId: hook.id, status: 'pending' } })
    expect(created).toHaveLength(4)
    expect(new Set(created.map(({ resendOfId }) => resendOfId))).toEqual(
      new Set([stuck, underWay, resentBefore, regressed]),
    )
  })

  it('three concurrent resendFailedDeliveries calls resend each event once, while more deliveries fail', async () => {
    const hook = await hooks.subscribe(['new_contact'])
    for (let round = 0; round < 5; round += 1) {
      const failures = await Promise.all(Array.from({ length: 20 }, () => aFailure(hook, 1)))
      const [, ...counts] = await Promise.all([
        Promise.all(Array.from({ length: 10 }, () => aFailure(hook, 1))),
        ...[1, 2, 3].map(() => resendFailedDeliveries(hook.organizationId, { id: hook.id, since: since(5) })),
      ])
      const last = await resendFailedDeliveries(hook.organizationId, { id: hook.id, since: since(5) })
      const total = counts.reduce((sum, { resent }) => sum + resent, last.resent)
      expect(total).toBe(30)
      for (const id of failures) expect(await db.webhookDelivery.count({ where: { resendOfId: id } })).toBe(1)
      await db.webhookDelivery.updateMany({
        where: { subscriptionId: hook.id, status: 'pending' },
        data: { status: 'succeeded', nextAttemptAt: null, endedAt: new Date() },
      })
    }
  })
})
