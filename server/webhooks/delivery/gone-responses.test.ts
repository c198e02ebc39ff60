import { describe, expect, it } from 'vitest'
import { db } from '../../db'
import { anApiKey } from '../../testing/factories/basics'
import { claimDelivery } from '../../testing/factories/webhooks'
import { transact } from '../../unit-of-work'
import { emitStepCompleted } from '../subscriptions/step-subscriptions'
import { unsubscribe } from '../subscriptions/subscriptions'
import { recordAttempt } from './attempt-delivery'
import { useDeliveryReceiver } from './delivery-fixture'

const { scripts, aHook } = await useDeliveryReceiver()

describe('410 responses', () => {
  it('a 410 deactivates the subscription at once, without a retry or a dead letter', async () => {
    const hook = await aHook(['new_contact'], [410])
    const id = await hook.queue()
    expect(await hook.attempt(id)).toEqual({ state: 'ended' })
    expect(await hook.attempts(id)).toMatchObject([{ httpStatusCode: 410, deadLetter: false, success: false }])
    expect(await hook.delivery(id)).toMatchObject({ status: 'failed', deadLetter: false, nextAttemptAt: null })
    expect(await hook.subscription()).toMatchObject({ active: false, deactivatedAt: expect.any(Date) })
    expect(await hook.attempt(id)).toEqual({ state: 'ended' })
    expect(hook.requests()).toHaveLength(1)
  })

  it('a 410 on the fifth attempt deactivates the subscription without a dead letter', async () => {
    const hook = await aHook(['new_contact'], [500, 500, 500, 500, 410])
    const id = await hook.queue()
    await hook.attempt(id)
    for (let again = 0; again < 4; again += 1) await hook.retry(id)
    expect((await hook.attempts(id)).at(-1)).toMatchObject({ attempt: 5, httpStatusCode: 410, deadLetter: false })
    expect(await hook.delivery(id)).toMatchObject({ status: 'failed', deadLetter: false })
    expect(await hook.subscription()).toMatchObject({ active: false })
  })

  it('after a 410 new events of any kind make no delivery for the subscription', async () => {
    const hook = await aHook(['new_response', 'new_contact', 'step.completed'], [410])
    const { organizationId, hookUrl } = hook
    await hook.attempt(await hook.queue('new_response'))
    await hook.event()
    await transact((work) => emitStepCompleted(work, { organizationId, hookUrl, payload: {} }))
    expect(await hook.deliveries()).toHaveLength(1)
  })

  it('after a 410 a pending retry of another delivery is cancelled without a request when it comes due', async () => {
    const hook = await aHook(['new_contact'], [500, 410])
    const [first, second] = [await hook.queue(), await hook.queue()]
    await hook.attempt(first)
    await hook.attempt(second)
    expect(await hook.delivery(first)).toMatchObject({ status: 'pending' })
    expect(await hook.retry(first)).toEqual({ state: 'ended' })
    expect(await hook.delivery(first)).toMatchObject({ status: 'cancelled', reason: 'gone' })
    expect(hook.requests()).toHaveLength(2)
  })

  it('subscribing again after a 410 reactivates the subscription and delivers only later events', async () => {
    const hook = await aHook(['new_contact'], [500, 410, 200])
    const [skipped, gone] = [await hook.queue(), await hook.queue()]
    await hook.attempt(skipped)
    await hook.attempt(gone)
    await hook.retry(skipped)
    expect(await hook.subscribe()).toMatchObject({ active: true, secret: null })
    expect(await hook.attempt(skipped)).toEqual({ state: 'ended' })
    expect(await hook.attempt(gone)).toEqual({ state: 'ended' })
    expect(hook.requests()).toHaveLength(2)
    await hook.event()
    const later = (await hook.deliveries()).at(-1)
    await hook.attempt(later?.id ?? '')
    expect((await hook.deliveries()).map(({ status }) => status)).toEqual(['cancelled', 'failed', 'succeeded'])
  })

  it.each(['new_contact', 'new_review'] as const)(
    'another key subscribing to %s after a 410 reactivates the subscription but not its queued deliveries',
    async (triggerType) => {
      const hook = await aHook(['new_contact'], [500, 410])
      const [queued, gone] = [await hook.queue(), await hook.queue()]
      await hook.attempt(queued)
      await hook.attempt(gone)
      const other = await anApiKey(hook.organizationId, ['webhooks:*'])
      expect(await hook.subscribe(triggerType, other.id)).toMatchObject({ secret: null, ownedByThisKey: false })
      expect(await hook.subscription()).toMatchObject({ active: true, deactivatedAt: null, ownerKeyId: hook.keyId })
      expect(await hook.retry(queued)).toEqual({ state: 'ended' })
      expect(await hook.delivery(queued)).toMatchObject({ status: 'cancelled', attemptCount: 1 })
      expect(hook.requests()).toHaveLength(2)
    },
  )

  it('concurrent 410 responses deactivate a subscription once, and a later one keeps the deactivation time', async () => {
    const hook = await aHook(['new_contact'], [{ status: 410, afterMs: 200 }])
    const ids = [await hook.queue(), await hook.queue()]
    await Promise.all(ids.map((id) => hook.attempt(id)))
    const after = await hook.subscription()
    expect(after).toMatchObject({ active: false })
    expect((await hook.deliveries()).map(({ status }) => status)).toEqual(['failed', 'failed'])
    const late = await hook.queue()
    await db.webhookSubscription.update({ where: { id: hook.subscriptionId }, data: { active: true } })
    const claim = await claimDelivery(hook.organizationId, late)
    await db.webhookSubscription.update({ where: { id: hook.subscriptionId }, data: { active: false } })
    await recordAttempt({ claim, result: { ok: false, status: 410, durationMs: 1 } })
    expect((await hook.subscription())?.deactivatedAt).toEqual(after?.deactivatedAt)
  })

  it('a 410 for a deleted subscription leaves its re-created successor active', async () => {
    const hook = await aHook(['new_contact'], [])
    const recreate = async () => {
      await unsubscribe(hook.organizationId, { id: hook.subscriptionId, triggerType: 'new_contact' })
      await hook.subscribe()
    }
    scripts.set(hook.path, [(_request, response) => void recreate().then(() => response.writeHead(410).end())])
    expect(await hook.attempt(await hook.queue())).toEqual({ state: 'ended' })
    const rows = await db.webhookSubscription.findMany({ where: { organizationId: hook.organizationId } })
    expect(rows).toMatchObject([{ hookUrl: hook.hookUrl, active: true, deactivatedAt: null }])
    expect(rows[0]?.id).not.toBe(hook.subscriptionId)
  })

  it('a redirect to an address that answers 410 is not followed and deactivates nothing', async () => {
    const gone = await aHook(['new_contact'], [410])
    const hook = await aHook(['new_contact'], [{ status: 302, headers: { Location: gone.hookUrl } }])
    const id = await hook.queue()
    await hook.attempt(id)
    expect(await hook.attempts(id)).toMatchObject([{ httpStatusCode: 302, success: false }])
    expect(await hook.subscription()).toMatchObject({ active: true })
    expect(gone.requests()).toEqual([])
  })
})
