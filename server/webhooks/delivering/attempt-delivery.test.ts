import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setApiKeyActive } from '../../api-keys/keys'
import { createContact } from '../../contacts/create'
import { db } from '../../db'
import { encryptSecret } from '../../encryption'
import { parseNetworks } from '../../outbound/networks'
import { removeOld } from '../../retention/retention'
import { anApiKey, anEmail, anOrganization } from '../../testing/factories/basics'
import { aDelivery, aSigningSubscription, claimDelivery, makeDue } from '../../testing/factories/webhooks'
import { isListed } from '../../testing/queues'
import { aNameServer, type NameServer } from '../../testing/servers/name-server'
import { aReceiver, type Receiver, type Reply } from '../../testing/servers/receiver'
import { transact } from '../../unit-of-work'
import { emitStepCompleted } from '../subscriptions/step-subscriptions'
import { newSecret } from '../subscriptions/subscription-rows'
import { subscribe, unsubscribe } from '../subscriptions/subscriptions'
import { attemptDelivery, recordAttempt } from './attempt-delivery'
import { deliveryQueue } from './delivery-queue'
import { CLAIM_MS } from './exchange-attempts'

const HOST = 'hook.example'
const allowed = parseNetworks(['127.0.0.1/32'])
const verifier = new Stripe('sk_test_unused').webhooks.signature

let names: NameServer
let receiver: Receiver

beforeAll(async () => {
  names = await aNameServer()
  names.set(HOST, ['127.0.0.1'])
  receiver = await aReceiver({ hosts: [HOST, 'turning.example'] })
  receiver.script((request, response) => {
    const path = request.url ?? ''
    const replies = scripts.get(path) ?? []
    const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? 200
    if (typeof reply === 'function') return reply(request, response)
    const { status, headers = {}, body = '', afterMs = 0 } = typeof reply === 'number' ? { status: reply } : reply
    setTimeout(() => response.writeHead(status, headers).end(body), afterMs)
  })
})

afterAll(async () => {
  await receiver.close()
  names.close()
})

/** Replies by path, in order; the last one repeats. */
const scripts = new Map<string, Reply[]>()

async function aHook(kinds: string[], replies: Reply[], host = HOST) {
  const organizationId = await anOrganization()
  const key = await anApiKey(organizationId, ['webhooks:*'])
  const path = `/${randomUUID()}`
  scripts.set(path, replies)
  const subscription = await aSigningSubscription(organizationId, kinds, {
    hookUrl: receiver.url(path, host),
    ownerKeyId: key.id,
  })
  const { id: subscriptionId, hookUrl, secret } = subscription
  const options = { ...names, allowed, authorities: receiver.authorities }
  const attempt = (deliveryId: string) => attemptDelivery(organizationId, deliveryId, options)
  return {
    organizationId,
    keyId: key.id,
    subscriptionId,
    hookUrl,
    secret,
    path,
    attempt,
    /** Makes the next attempt due, and runs it. */
    retry: async (deliveryId: string) => {
      await makeDue(deliveryId)
      return attempt(deliveryId)
    },
    queue: async (kind = kinds[0] ?? 'new_contact') => (await aDelivery(organizationId, subscriptionId, { kind })).id,
    event: async () => (await createContact(organizationId, { email: anEmail(), firstName: 'Zoé' })).parse(),
    requests: () => receiver.requests.filter((request) => request.path === path),
    deliveries: () => db.webhookDelivery.findMany({ where: { organizationId }, orderBy: { createdAt: 'asc' } }),
    delivery: (id: string) => db.webhookDelivery.findUnique({ where: { id } }),
    attempts: (deliveryId?: string) =>
      db.webhookAttempt.findMany({
        where: { organizationId, ...(deliveryId === undefined ? {} : { deliveryId }) },
        orderBy: [{ createdAt: 'asc' }, { attempt: 'asc' }],
      }),
    subscription: () => db.webhookSubscription.findUnique({ where: { id: subscriptionId } }),
    subscribe: (triggerType: 'new_contact' | 'new_review' = 'new_contact', apiKeyId = key.id) =>
      subscribe(organizationId, { hookUrl, triggerType }, apiKeyId, options),
  }
}

describe('attemptDelivery', () => {
  it('a delivery attempt sends the stored body with a valid signature and headers for event and delivery id', async () => {
    const hook = await aHook(['new_contact'], [{ status: 200, body: 'thanks' }])
    const contact = await hook.event()
    const [delivery] = await hook.deliveries()
    expect(await hook.attempt(delivery?.id ?? '')).toEqual({ state: 'ended' })
    const [got] = hook.requests()
    expect(got).toMatchObject({
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'CustomerFeedbackService/1',
        'x-service-event': 'new_contact',
        'x-service-delivery': delivery?.id,
      },
    })
    expect(got?.body.toString('utf8')).toBe(delivery?.body)
    expect(JSON.parse(delivery?.body ?? '')).toEqual([contact])
    const signature = String(got?.headers['x-service-signature'])
    expect(signature).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/)
    expect(verifier?.verifyHeader(got?.body ?? '', signature, hook.secret, 5)).toBe(true)
    expect([got?.headers['webhook-id'], got?.headers['webhook-timestamp']]).toEqual([
      delivery?.id,
      signature.slice(2, 12),
    ])
    const standard = new Webhook(hook.secret).verify(got?.body ?? '', got?.headers as Record<string, string>)
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
    const old = newSecret()
    const until = (previousSecretUntil: Date) =>
      db.webhookSubscription.update({
        where: { id: hook.subscriptionId },
        data: {
          previousSecretEncrypted: encryptSecret('webhook-secret', old, hook.subscriptionId),
          previousSecretUntil,
        },
      })
    await until(new Date(Date.now() + 60_000))
    await hook.attempt(await hook.queue())
    await until(new Date(Date.now() - 1))
    await hook.attempt(await hook.queue())
    const [during, after] = hook.requests()
    const verifies = (request: typeof during, secret: string) =>
      verifier?.verifyHeader(request?.body ?? '', String(request?.headers['x-service-signature']), secret, 5)
    expect([verifies(during, hook.secret), verifies(during, old), verifies(after, hook.secret)]).toEqual([
      true,
      true,
      true,
    ])
    expect(() => verifies(after, old)).toThrow(/No signatures found/)
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
    const own = deliveries.filter((delivery) => delivery.subscriptionId === hook.subscriptionId)
    for (const { id } of own) await hook.attempt(id)
    const [one, other] = hook.requests()
    expect(one?.body.equals(other?.body ?? Buffer.alloc(0))).toBe(true)
    expect(JSON.parse(one?.body.toString() ?? '')).toEqual([payload])
    expect(one?.headers['x-service-delivery']).not.toBe(other?.headers['x-service-delivery'])
    expect(new Set([one, other].map((request) => request?.headers['x-service-event']))).toEqual(
      new Set(['new_response', 'detractor_response']),
    )
    expect(one?.headers['content-length']).toBe(String(Buffer.byteLength(JSON.stringify([payload]))))
  })

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
      if (row?.status === 'pending') await makeDue(id)
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

  it('a 200 response after 10.5 s counts as a timeout', async () => {
    const hook = await aHook(['new_contact'], [{ status: 200, afterMs: 10_500 }])
    const id = await hook.queue()
    expect(await hook.attempt(id)).toMatchObject({ state: 'waiting' })
    expect(await hook.attempts(id)).toMatchObject([{ success: false, httpStatusCode: null, error: 'TIMEOUT' }])
  })

  it('a delivery succeeds with a 299, fails with a 301 or 304, and follows no redirect', async () => {
    const good = await aHook(['new_contact'], [299])
    const goodId = await good.queue()
    await good.attempt(goodId)
    expect(await good.delivery(goodId)).toMatchObject({ status: 'succeeded' })
    const moved = await aHook(['new_contact'], [{ status: 301, headers: { Location: good.hookUrl } }, 304])
    const id = await moved.queue()
    await moved.attempt(id)
    await moved.retry(id)
    expect((await moved.attempts(id)).map(({ httpStatusCode, success }) => [httpStatusCode, success])).toEqual([
      [301, false],
      [304, false],
    ])
    expect(good.requests()).toHaveLength(1)
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

  it('an attempt interrupted by a crash counts as failed, is not repeated, and is followed by a new attempt', async () => {
    const hook = await aHook(['new_contact'], [200])
    const id = await hook.queue()
    // The claim is committed, and nothing else: the state after a crash between sending and recording.
    await claimDelivery(hook.organizationId, id)
    expect(await hook.attempt(id)).toMatchObject({ state: 'waiting' })
    await makeDue(id)
    expect(await hook.attempt(id)).toMatchObject({ state: 'waiting' })
    expect(hook.requests()).toEqual([])
    const claimedAt = new Date(Date.now() - CLAIM_MS - 1)
    await db.webhookAttempt.updateMany({ where: { deliveryId: id }, data: { createdAt: claimedAt } })
    await makeDue(id)
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
      data: { createdAt: new Date(Date.now() - CLAIM_MS - 1) },
    })
    await makeDue(id)
    expect(await hook.attempt(id)).toEqual({ state: 'ended' })
    expect(await hook.delivery(id)).toMatchObject({ status: 'failed', deadLetter: true, attemptCount: 5 })
    expect(await hook.attempts(id)).toMatchObject([{ attempt: 5, deadLetter: true }])
    expect(hook.requests()).toEqual([])
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
})

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
    const renew = async () => {
      await unsubscribe(hook.organizationId, { id: hook.subscriptionId, triggerType: 'new_contact' })
      await hook.subscribe()
    }
    scripts.set(hook.path, [(_request, response) => void renew().then(() => response.writeHead(410).end())])
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

describe('delivery maintenance', () => {
  it('the sweep finds an organization only once a pending delivery is over 30 s overdue', async () => {
    const hook = await aHook(['new_contact'], [200])
    const late = new Date(Date.now() - 31_000)
    const isFound = async () => isListed(deliveryQueue, hook.organizationId)
    await hook.queue()
    await aDelivery(hook.organizationId, hook.subscriptionId, { status: 'succeeded', nextAttemptAt: late })
    expect(await isFound()).toBe(false)
    await aDelivery(hook.organizationId, hook.subscriptionId, { nextAttemptAt: late })
    expect(await isFound()).toBe(true)
  })

  it('data retention removes deliveries older than 30 days with their attempts', async () => {
    const hook = await aHook(['new_contact'], [200])
    const days = (count: number) => new Date(Date.now() - count * 86_400_000)
    const old = await aDelivery(hook.organizationId, hook.subscriptionId, { createdAt: days(30.1) })
    const kept = await aDelivery(hook.organizationId, hook.subscriptionId, { createdAt: days(29.9) })
    await db.webhookAttempt.create({
      data: {
        organizationId: hook.organizationId,
        deliveryId: old.id,
        subscriptionId: hook.subscriptionId,
        attempt: 1,
      },
    })
    expect((await removeOld()).webhook_delivery).toBeGreaterThanOrEqual(1)
    expect((await hook.deliveries()).map(({ id }) => id)).toEqual([kept.id])
    expect(await hook.attempts()).toEqual([])
  })
})
