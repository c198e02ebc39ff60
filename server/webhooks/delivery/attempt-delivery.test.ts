import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { db } from '../../db'
import { encryptSecret } from '../../encryption'
import { aSigningSubscription } from '../../testing/factories/webhooks'
import { transact } from '../../unit-of-work'
import { generateSecret } from '../subscriptions/subscription-rows'
import { useDeliveryReceiver } from './delivery-fixture'

const verifier = new Stripe('sk_test_unused').webhooks.signature
const { names, aHook } = await useDeliveryReceiver()

describe('attemptDelivery', () => {
  it('a delivery attempt sends the stored body with a valid signature and headers for event and delivery id', async () => {
    const hook = await aHook(['new_contact'], [{ status: 200, body: 'thanks' }])
    const contact = await hook.event()
    const [delivery] = await hook.deliveries()
    expect(await hook.attempt(delivery?.id ?? '')).toEqual({ state: 'ended' })
    const [request] = hook.requests()
    expect(request).toMatchObject({
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'CustomerFeedbackService/1',
        'x-service-event': 'new_contact',
        'x-service-delivery': delivery?.id,
      },
    })
    expect(request?.body.toString('utf8')).toBe(delivery?.body)
    expect(JSON.parse(delivery?.body ?? '')).toEqual([contact])
    const signature = String(request?.headers['x-service-signature'])
    expect(signature).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/)
    expect(verifier?.verifyHeader(request?.body ?? '', signature, hook.secret, 5)).toBe(true)
    expect([request?.headers['webhook-id'], request?.headers['webhook-timestamp']]).toEqual([
      delivery?.id,
      signature.slice(2, 12),
    ])
    const standard = new Webhook(hook.secret).verify(request?.body ?? '', request?.headers as Record<string, string>)
    expect(standard).toEqual([contact])
    expect(Number(signature.slice(2, 12)) * 1000).toBeLessThan(Date.now() + 1000)
    expect(await hook.deliveries()).toMatchObject([
      { status: 'succeeded', attemptCount: 1, nextAttemptAt: null, deadLetter: false, endedAt: expect.any(Date) },
    ])
    expect(await hook.attempts()).toMatchObject([
      {
        attempt: 1,
        success: true,
        httpStatusCode: 200,
        error: null,
        responseBody: 'thanks',
        deadLetter: false,
        durationMs: expect.any(Number),
      },
    ])
  })

  it('a delivery attempt signs with the previous secret too until that one expires', async () => {
    const hook = await aHook(['new_contact'], [200])
    const previousSecret = generateSecret()
    const setPreviousSecretUntil = (previousSecretUntil: Date) =>
      db.webhookSubscription.update({
        where: { id: hook.subscriptionId },
        data: {
          previousSecretEncrypted: encryptSecret('webhook-secret', previousSecret, hook.subscriptionId),
          previousSecretUntil,
        },
      })
    await setPreviousSecretUntil(new Date(Date.now() + 60_000))
    await hook.attempt(await hook.queue())
    await setPreviousSecretUntil(new Date(Date.now() - 1))
    await hook.attempt(await hook.queue())
    const [duringRotation, afterRotation] = hook.requests()
    const verifies = (request: typeof duringRotation, secret: string) =>
      verifier?.verifyHeader(request?.body ?? '', String(request?.headers['x-service-signature']), secret, 5)
    expect([
      verifies(duringRotation, hook.secret),
      verifies(duringRotation, previousSecret),
      verifies(afterRotation, hook.secret),
    ]).toEqual([true, true, true])
    expect(() => verifies(afterRotation, previousSecret)).toThrow(/No signatures found/)
  })

  it('emitting two event kinds makes two deliveries with separate ids and the same body, an array of one', async () => {
    const hook = await aHook(['new_response', 'detractor_response'], [200])
    const only = await aSigningSubscription(hook.organizationId, ['detractor_response'])
    const { organizationId } = hook
    const payload = { id: randomUUID(), npsScore: 3, comment: 'Zu laut – ünd kalt' }
    await transact(({ emit }) =>
      emit({ organizationId, kind: 'new_response', payload }, { organizationId, kind: 'detractor_response', payload }),
    )
    const deliveries = await hook.deliveries()
    expect(deliveries).toHaveLength(3)
    expect(deliveries.filter((delivery) => delivery.subscriptionId === only.id)).toMatchObject([
      { kind: 'detractor_response' },
    ])
    const deliveriesOfHook = deliveries.filter((delivery) => delivery.subscriptionId === hook.subscriptionId)
    for (const { id } of deliveriesOfHook) await hook.attempt(id)
    const [first, second] = hook.requests()
    expect(first?.body.equals(second?.body ?? Buffer.alloc(0))).toBe(true)
    expect(JSON.parse(first?.body.toString() ?? '')).toEqual([payload])
    expect(first?.headers['x-service-delivery']).not.toBe(second?.headers['x-service-delivery'])
    expect(new Set([first, second].map((request) => request?.headers['x-service-event']))).toEqual(
      new Set(['new_response', 'detractor_response']),
    )
    expect(first?.headers['content-length']).toBe(String(Buffer.byteLength(JSON.stringify([payload]))))
  })

  it('a 200 response after 10.5 s counts as a timeout', async () => {
    const hook = await aHook(['new_contact'], [{ status: 200, afterMs: 10_500 }])
    const id = await hook.queue()
    expect(await hook.attempt(id)).toMatchObject({ state: 'waiting' })
    expect(await hook.attempts(id)).toMatchObject([{ success: false, httpStatusCode: null, error: 'TIMEOUT' }])
  })

  it('a delivery succeeds with a 299, fails with a 301 or 304, and follows no redirect', async () => {
    const accepting = await aHook(['new_contact'], [299])
    const acceptedId = await accepting.queue()
    await accepting.attempt(acceptedId)
    expect(await accepting.delivery(acceptedId)).toMatchObject({ status: 'succeeded' })
    const redirecting = await aHook(['new_contact'], [{ status: 301, headers: { Location: accepting.hookUrl } }, 304])
    const id = await redirecting.queue()
    await redirecting.attempt(id)
    await redirecting.retry(id)
    expect((await redirecting.attempts(id)).map(({ httpStatusCode, success }) => [httpStatusCode, success])).toEqual([
      [301, false],
      [304, false],
    ])
    expect(accepting.requests()).toHaveLength(1)
  })

  it('a delivery is not sent while its host resolves to a private address, and arrives once it is public again', async () => {
    const hook = await aHook(['new_contact'], [500, 200], 'turning.example')
    names.set('turning.example', ['127.0.0.1'])
    const id = await hook.queue()
    await hook.attempt(id)
    names.set('turning.example', ['10.0.0.1'])
    await hook.retry(id)
    expect(hook.requests()).toHaveLength(1)
    names.set('turning.example', ['127.0.0.1'])
    await hook.retry(id)
    expect((await hook.attempts(id)).map(({ error }) => error?.split(':')[0] ?? null)).toEqual([
      'HTTP_STATUS',
      'ADDRESS_BLOCKED',
      null,
    ])
    expect(await hook.delivery(id)).toMatchObject({ status: 'succeeded' })
  })

  it('a delivery attempt fails with SECRET_UNREADABLE and sends nothing when the secret cannot be decrypted', async () => {
    const hook = await aHook(['new_contact'], [200])
    const id = await hook.queue()
    await db.webhookSubscription.update({
      where: { id: hook.subscriptionId },
      data: { secretEncrypted: 'v1.from.another.place' },
    })
    await hook.attempt(id)
    expect(await hook.attempts(id)).toMatchObject([{ error: 'SECRET_UNREADABLE' }])
    expect(hook.requests()).toEqual([])
  })

  it('an attempt stores a long response body cut to 4000 characters and with NUL replaced', async () => {
    const hook = await aHook(['new_contact'], [{ status: 500, body: `a\u0000${'é'.repeat(20_000)}` }])
    const id = await hook.queue()
    await hook.attempt(id)
    const [attempt] = await hook.attempts(id)
    expect(attempt?.responseBody).toMatch(/^a\ufffdé+$/)
    expect(attempt?.responseBody).toHaveLength(4000)
  })

  it('ten concurrent workers send a delivery only once', async () => {
    const hook = await aHook(['new_contact'], [{ status: 200, afterMs: 300 }])
    // The first round opens the connections; in the others the workers are truly concurrent.
    for (let round = 1; round <= 4; round += 1) {
      const id = await hook.queue()
      await Promise.all(Array.from({ length: 10 }, () => hook.attempt(id)))
      expect(hook.requests()).toHaveLength(round)
      expect(await hook.attempts(id)).toMatchObject([{ attempt: 1, success: true }])
    }
  })

  it('a transaction that is rolled back leaves no delivery', async () => {
    const hook = await aHook(['new_contact'], [200])
    const { organizationId } = hook
    await expect(
      transact(async ({ emit }) => {
        await emit({ organizationId, kind: 'new_contact', payload: { id: '1' } })
        throw new Error('the operation failed')
      }),
    ).rejects.toThrow('the operation failed')
    expect(await hook.deliveries()).toEqual([])
  })
})
