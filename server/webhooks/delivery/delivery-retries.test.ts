import { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { db } from '../../db'
import { deleteExpiredRows } from '../../retention/retention'
import { aDelivery, claimDelivery, makeDeliveryDue } from '../../testing/factories/webhooks'
import { isOrganizationDueForSweep } from '../../testing/queues'
import { ATTEMPT_CLAIM_MS } from './claimed-attempt'
import { useDeliveryReceiver } from './delivery-fixture'
import { deliveryQueue } from './delivery-queue'

const verifier = new Stripe('sk_test_unused').webhooks.signature
const { aHook } = await useDeliveryReceiver()

describe('delivery retries', () => {
  it('retries a delivery after about 1, 5, 25 and 125 minutes with the same id and body until it succeeds', async () => {
    const hook = await aHook(['new_contact'], [500, 502, 404, 429, 200])
    const id = await hook.queue()
    const first = await hook.attempt(id)
    expect(first).toMatchObject({ state: 'waiting', nextAttemptAt: expect.any(Date) })
    const pauses = [1, 5, 25, 125]
    for (const minutes of pauses) {
      const row = await hook.delivery(id)
      const pause = ((row?.nextAttemptAt?.getTime() ?? 0) - Date.now()) / 60_000
      expect(pause).toBeGreaterThan(minutes * 0.9 - 0.1)
      expect(pause).toBeLessThan(minutes * 1.1)
      await hook.retry(id)
    }
    const requests = hook.requests()
    expect(requests).toHaveLength(5)
    expect(new Set(requests.map(({ headers }) => headers['x-service-delivery']))).toEqual(new Set([id]))
    expect(new Set(requests.map(({ body }) => body.toString('hex'))).size).toBe(1)
    for (const { headers, body } of requests)
      expect(verifier?.verifyHeader(body, String(headers['x-service-signature']), hook.secret, 5)).toBe(true)
    expect(await hook.attempts(id)).toMatchObject([
      { attempt: 1, httpStatusCode: 500, success: false, error: 'HTTP_STATUS' },
      { attempt: 2, httpStatusCode: 502 },
      { attempt: 3, httpStatusCode: 404 },
      { attempt: 4, httpStatusCode: 429, deadLetter: false },
      { attempt: 5, httpStatusCode: 200, success: true, deadLetter: false },
    ])
    expect(await hook.delivery(id)).toMatchObject({ status: 'succeeded', deadLetter: false, attemptCount: 5 })
  })

  it('each retry of a delivery is signed with a new timestamp', async () => {
    const hook = await aHook(['new_contact'], [500])
    const id = await hook.queue()
    await hook.attempt(id)
    const [first] = hook.requests()
    const t = (request = hook.requests().at(-1)) =>
      Number(/^t=(\d+)/.exec(String(request?.headers['x-service-signature']))?.[1])
    await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(t(first))
    await hook.retry(id)
    expect(t()).toBeGreaterThan(t(first))
  })

  it('a delivery is sent at most five times, and the fifth failure is a dead letter', async () => {
    const hook = await aHook(['new_contact'], [503])
    const id = await hook.queue()
    await hook.attempt(id)
    for (let again = 0; again < 8; again += 1) {
      const row = await hook.delivery(id)
      if (row?.status === 'pending') await makeDeliveryDue(id)
      await hook.attempt(id)
    }
    expect(hook.requests()).toHaveLength(5)
    expect((await hook.attempts(id)).map(({ deadLetter }) => deadLetter)).toEqual([false, false, false, false, true])
    expect(await hook.delivery(id)).toMatchObject({
      status: 'failed',
      deadLetter: true,
      nextAttemptAt: null,
      endedAt: expect.any(Date),
    })
  })

  it('a Retry-After header on a 429 postpones the next delivery attempt', async () => {
    const hook = await aHook(['new_contact'], [{ status: 429, headers: { 'Retry-After': '1800' } }])
    const id = await hook.queue()
    await hook.attempt(id)
    const { nextAttemptAt } = (await hook.delivery(id)) ?? {}
    expect(((nextAttemptAt?.getTime() ?? 0) - Date.now()) / 60_000).toBeCloseTo(30, 0)
  })

  it('an attempt interrupted by a crash counts as failed, is not repeated, and is followed by a new attempt', async () => {
    const hook = await aHook(['new_contact'], [200])
    const id = await hook.queue()
    // The claim is committed, and nothing else: the state after a crash between sending and recording.
    await claimDelivery(hook.organizationId, id)
    expect(await hook.attempt(id)).toMatchObject({ state: 'waiting' })
    await makeDeliveryDue(id)
    expect(await hook.attempt(id)).toMatchObject({ state: 'waiting' })
    expect(hook.requests()).toEqual([])
    const claimedAt = new Date(Date.now() - ATTEMPT_CLAIM_MS - 1)
    await db.webhookAttempt.updateMany({ where: { deliveryId: id }, data: { createdAt: claimedAt } })
    await makeDeliveryDue(id)
    expect(await hook.attempt(id)).toMatchObject({ state: 'waiting' })
    expect(await hook.attempts(id)).toMatchObject([
      { attempt: 1, success: false, httpStatusCode: null, error: 'INTERRUPTED' },
    ])
    await hook.retry(id)
    expect((await hook.attempts(id)).map(({ attempt, success }) => [attempt, success])).toEqual([
      [1, false],
      [2, true],
    ])
    expect(hook.requests()).toHaveLength(1)
  })

  it('an interrupted fifth attempt ends the delivery as a dead letter', async () => {
    const hook = await aHook(['new_contact'], [200])
    const id = await hook.queue()
    await db.webhookDelivery.update({ where: { id }, data: { attemptCount: 4 } })
    await claimDelivery(hook.organizationId, id)
    await db.webhookAttempt.updateMany({
      where: { deliveryId: id },
      data: { createdAt: new Date(Date.now() - ATTEMPT_CLAIM_MS - 1) },
    })
    await makeDeliveryDue(id)
    expect(await hook.attempt(id)).toEqual({ state: 'ended' })
    expect(await hook.delivery(id)).toMatchObject({ status: 'failed', deadLetter: true, attemptCount: 5 })
    expect(await hook.attempts(id)).toMatchObject([{ attempt: 5, deadLetter: true }])
    expect(hook.requests()).toEqual([])
  })
})

describe('delivery maintenance', () => {
  it('the sweep finds an organization only once a pending delivery is over 30 s overdue', async () => {
    const hook = await aHook(['new_contact'], [200])
    const late = new Date(Date.now() - 31_000)
    const isFound = async () => isOrganizationDueForSweep(deliveryQueue, hook.organizationId)
    await hook.queue()
    await aDelivery(hook.organizationId, hook.subscriptionId, { status: 'succeeded', nextAttemptAt: late })
    expect(await isFound()).toBe(false)
    await aDelivery(hook.organizationId, hook.subscriptionId, { nextAttemptAt: late })
    expect(await isFound()).toBe(true)
  })

  it('data retention removes deliveries older than 30 days with their attempts', async () => {
    const hook = await aHook(['new_contact'], [200])
    const days = (count: number) => new Date(Date.now() - count * 86_400_000)
    const expired = await aDelivery(hook.organizationId, hook.subscriptionId, { createdAt: days(30.1) })
    const recent = await aDelivery(hook.organizationId, hook.subscriptionId, { createdAt: days(29.9) })
    await db.webhookAttempt.create({
      data: {
        organizationId: hook.organizationId,
        deliveryId: expired.id,
        subscriptionId: hook.subscriptionId,
        attempt: 1,
      },
    })
    expect((await deleteExpiredRows()).webhook_delivery).toBeGreaterThanOrEqual(1)
    expect((await hook.deliveries()).map(({ id }) => id)).toEqual([recent.id])
    expect(await hook.attempts()).toEqual([])
  })
})
