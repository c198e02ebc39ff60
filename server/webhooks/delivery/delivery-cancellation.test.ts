import { describe, expect, it } from 'vitest'
import { setApiKeyActive } from '../../api-keys/api-keys'
import { db } from '../../db'
import { unsubscribe } from '../subscriptions/subscriptions'
import { useDeliveryReceiver } from './delivery-fixture'

const { scripts, aHook } = await useDeliveryReceiver()

describe('unsubscribing during a delivery', () => {
  it('cancels a due retry without a request after its event kind was removed from the subscription', async () => {
    const hook = await aHook(['new_contact', 'new_review'], [500])
    const id = await hook.queue('new_contact')
    await hook.attempt(id)
    await db.webhookSubscription.update({ where: { id: hook.subscriptionId }, data: { triggerTypes: ['new_review'] } })
    expect(await hook.retry(id)).toEqual({ state: 'ended' })
    expect(await hook.delivery(id)).toMatchObject({ status: 'cancelled', reason: 'unsubscribed' })
    expect(hook.requests()).toHaveLength(1)
  })

  it.each([
    [200, 'succeeded'],
    [500, 'cancelled'],
  ])('after an unsubscribe during an attempt, a %i is logged and the delivery ends as %s', async (status, end) => {
    const hook = await aHook(['new_contact', 'new_review'], [])
    scripts.set(hook.path, [
      (_request, response) => {
        void unsubscribe(hook.organizationId, { id: hook.subscriptionId, triggerType: 'new_contact' }).then(() =>
          response.writeHead(status).end(),
        )
      },
    ])
    const id = await hook.queue('new_contact')
    // On the fifth attempt: a cancelled delivery does not become a dead letter.
    await db.webhookDelivery.update({ where: { id }, data: { attemptCount: 4 } })
    expect(await hook.attempt(id)).toEqual({ state: 'ended' })
    expect(await hook.attempts(id)).toMatchObject([
      { attempt: 5, httpStatusCode: status, deadLetter: false, finishedAt: expect.any(Date) },
    ])
    expect(await hook.delivery(id)).toMatchObject({ status: end, deadLetter: false, nextAttemptAt: null })
    expect(await hook.retry(id)).toEqual({ state: 'ended' })
    expect(hook.requests()).toHaveLength(1)
  })

  it('deleting a subscription during a delivery attempt leaves no subscription, delivery or attempt behind', async () => {
    const hook = await aHook(['new_contact'], [])
    scripts.set(hook.path, [
      (_request, response) => {
        void unsubscribe(hook.organizationId, { id: hook.subscriptionId, triggerType: 'new_contact' }).then(() =>
          response.writeHead(200).end(),
        )
      },
    ])
    const id = await hook.queue()
    expect(await hook.attempt(id)).toEqual({ state: 'ended' })
    expect(hook.requests()).toHaveLength(1)
    expect([await hook.subscription(), await hook.delivery(id), await hook.attempts()]).toEqual([null, null, []])
    expect(await hook.attempt(id)).toEqual({ state: 'ended' })
  })
})

describe('paused subscriptions', () => {
  const setActive = (hook: { organizationId: string; keyId: string }, isActive: boolean) =>
    setApiKeyActive(hook.organizationId, { id: hook.keyId, isActive })

  it('a retry due while the subscription is paused is cancelled and not sent after resuming', async () => {
    const hook = await aHook(['new_contact'], [500, 200])
    const id = await hook.queue()
    await hook.attempt(id)
    await setActive(hook, false)
    expect(await hook.retry(id)).toEqual({ state: 'ended' })
    expect(await hook.delivery(id)).toMatchObject({ status: 'cancelled', reason: 'keyInactive' })
    await setActive(hook, true)
    expect(await hook.attempt(id)).toEqual({ state: 'ended' })
    expect(hook.requests()).toHaveLength(1)
  })

  it('a retry is sent when the subscription was paused and resumed before it is due', async () => {
    const hook = await aHook(['new_contact'], [500, 200])
    const id = await hook.queue()
    await hook.attempt(id)
    await setActive(hook, false)
    await setActive(hook, true)
    await hook.retry(id)
    expect(await hook.delivery(id)).toMatchObject({ status: 'succeeded', attemptCount: 2 })
  })

  it('pausing a subscription during an attempt logs the result and cancels the retry', async () => {
    const hook = await aHook(['new_contact'], [])
    scripts.set(hook.path, [
      (_request, response) => void setActive(hook, false).then(() => response.writeHead(500).end()),
    ])
    const id = await hook.queue()
    await hook.attempt(id)
    expect(await hook.attempts(id)).toMatchObject([{ httpStatusCode: 500, success: false }])
    await hook.retry(id)
    expect(await hook.delivery(id)).toMatchObject({ status: 'cancelled', attemptCount: 1 })
    expect(hook.requests()).toHaveLength(1)
  })

  it('a resumed subscription receives new events but none from the pause', async () => {
    const hook = await aHook(['new_contact'], [200])
    await setActive(hook, false)
    await hook.event()
    await setActive(hook, true)
    await hook.event()
    const deliveries = await hook.deliveries()
    expect(deliveries).toHaveLength(1)
    await hook.attempt(deliveries[0]?.id ?? '')
    expect(hook.requests()).toHaveLength(1)
  })

  it('resuming does not reactivate a subscription after a 410, and reactivating does not resume a paused one', async () => {
    const hook = await aHook(['new_contact'], [410])
    await hook.attempt(await hook.queue())
    await setActive(hook, false)
    await setActive(hook, true)
    expect(await hook.subscription()).toMatchObject({ active: false })
    await setActive(hook, false)
    await hook.subscribe()
    expect(await hook.subscription()).toMatchObject({ active: true })
    await hook.event()
    expect(await hook.deliveries()).toHaveLength(1)
  })
})
