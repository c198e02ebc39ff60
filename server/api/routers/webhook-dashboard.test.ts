import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { db } from '../../db'
import { listRoleScopes, type Role } from '../../principal'
import { anApiKey, anOrganization } from '../../testing/factories/basics'
import { aDelivery, aSigningSubscription } from '../../testing/factories/webhooks'
import { apiAs } from '../../testing/rest-client'
import { signPayload } from '../../webhooks/delivery/signature'
import { appRouter } from './app-router'
import { createCallerFactory } from './trpc'

const createCaller = createCallerFactory(appRouter)

function consoleOf(organizationId: string, role: Role = 'owner') {
  const person = { userId: randomUUID(), sessionId: randomUUID(), name: 'Grace Hopper', email: 'grace@example.com' }
  const principal = { organizationId, scopes: listRoleScopes(role), actor: { type: 'user' as const, role, ...person } }
  return createCaller({ principal, requestId: randomUUID() }).webhookConsole
}

type Console = ReturnType<typeof consoleOf>

const CALLS: Record<keyof Console, (to: Console, id: string, deliveryId: string) => Promise<unknown>> = {
  list: (to) => to.list({}),
  get: (to, id) => to.get({ id }),
  add: (to) => to.add({ hookUrl: 'https://receiver.example/added', triggerTypes: ['new_contact'] }),
  update: (to, id) => to.update({ id, triggerTypes: ['new_review'] }),
  remove: (to, id) => to.remove({ id }),
  reactivate: (to, id) => to.reactivate({ id }),
  secret: (to, id) => to.secret({ id }),
  rotateSecret: (to, id) => to.rotateSecret({ id }),
  deliveries: (to, id) => to.deliveries({ id }),
  delivery: (to, _id, deliveryId) => to.delivery({ id: deliveryId }),
  resend: (to, _id, deliveryId) => to.resend({ id: deliveryId }),
  resendFailed: (to, id) => to.resendFailed({ id, since: '2026-01-01T00:00:00.000Z' }),
  sendTest: (to, id) => to.sendTest({ id, kind: 'new_contact' }),
  checkSignature: (to, id) => to.checkSignature({ id, header: 't=1,v1=0', body: '[]', secret: 'whsec_' }),
}
const NAMING = Object.entries(CALLS).filter(([name]) => !['list', 'add'].includes(name))

async function aSubscribed() {
  const organizationId = await anOrganization()
  const hook = await aSigningSubscription(organizationId, ['new_contact'])
  const at = new Date()
  const delivery = await aDelivery(organizationId, hook.id, { status: 'failed', nextAttemptAt: null, endedAt: at })
  const rows = async () => [
    await db.webhookSubscription.findMany({ where: { organizationId } }),
    await db.webhookDelivery.findMany({ where: { organizationId } }),
  ]
  return { organizationId, hook, delivery, rows }
}

describe('webhook console permissions', () => {
  it.each(Object.entries(CALLS))('403: a member may not call %s of the webhook console', async (_name, call) => {
    const { organizationId, hook, delivery, rows } = await aSubscribed()
    const before = await rows()
    await expect(call(consoleOf(organizationId, 'member'), hook.id, delivery.id)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      cause: { code: 'FORBIDDEN' },
    })
    expect(await rows()).toEqual(before)
  })

  it.each(Object.entries(CALLS))('200: an admin may call %s of the webhook console', async (_name, call) => {
    const { organizationId, hook, delivery } = await aSubscribed()
    await expect(call(consoleOf(organizationId, 'admin'), hook.id, delivery.id)).resolves.toHaveProperty('data')
  })

  it.each(NAMING)(
    '404: %s of the webhook console changes nothing for an unknown id or one of another organization',
    async (_n, call) => {
      const { organizationId, hook, delivery, rows } = await aSubscribed()
      const before = await rows()
      const notFound = { code: 'NOT_FOUND' }
      await expect(call(consoleOf(await anOrganization()), hook.id, delivery.id)).rejects.toMatchObject(notFound)
      await expect(call(consoleOf(organizationId), randomUUID(), randomUUID())).rejects.toMatchObject(notFound)
      expect(await rows()).toEqual(before)
    },
  )

  it.each(NAMING)('400: %s of the webhook console refuses an invalid id', async (_name, call) => {
    await expect(call(consoleOf(await anOrganization()), 'x', 'x')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('404: the webhook console is not reachable through the public API', async () => {
    const { organizationId, hook } = await aSubscribed()
    const request = apiAs(organizationId, 'admin')
    for (const path of ['/webhook-console', `/webhooks/${hook.id}`, `/webhooks/${hook.id}/secret`])
      expect((await request(`GET ${path}`)).status).toBe(404)
  })
})

describe('webhook delivery log', () => {
  it('the webhook delivery log is newest first, in pages, and filtered by status and event', async () => {
    const organizationId = await anOrganization()
    const { id } = await aSigningSubscription(organizationId, ['new_contact', 'new_review'])
    const other = await aSigningSubscription(organizationId, ['new_contact'])
    await aDelivery(organizationId, other.id)
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const made = []
    for (const [index, [status, kind]] of (
      [
        ['failed', 'new_contact'],
        ['succeeded', 'new_review'],
        ['failed', 'new_review'],
        ['cancelled', 'new_contact'],
      ] as const
    ).entries())
      made.unshift((await aDelivery(organizationId, id, { status, kind, createdAt: minutesAgo(10 - index) })).id)
    const list = async (input: { status?: 'failed'; kind?: 'new_review'; page?: number; limit?: number }) => {
      const { data, meta } = await consoleOf(organizationId).deliveries({ id, ...input })
      return { ids: data.map((delivery) => delivery.id), total: meta.total }
    }
    expect(await list({})).toEqual({ ids: made, total: 4 })
    expect(await list({ page: 2, limit: 3 })).toEqual({ ids: made.slice(3), total: 4 })
    expect(await list({ status: 'failed' })).toEqual({ ids: [made[1], made[3]], total: 2 })
    expect(await list({ kind: 'new_review' })).toEqual({ ids: [made[1], made[2]], total: 2 })
    expect(await list({ status: 'failed', kind: 'new_review' })).toEqual({ ids: [made[1]], total: 1 })
  })

  it('a webhook delivery shows its request and each attempt; lists contain no body and no secret', async () => {
    const organizationId = await anOrganization()
    const { id, hookUrl, secret } = await aSigningSubscription(organizationId, ['new_contact'])
    const body = '[{"name":"Zoé"}]'
    const delivery = await aDelivery(organizationId, id, { body, attemptCount: 2 })
    const own = { organizationId, deliveryId: delivery.id, subscriptionId: id, finishedAt: new Date() }
    const signature = signPayload(body, [secret], new Date())
    const failed = { attempt: 1, httpStatusCode: 503, error: 'HTTP_STATUS', durationMs: 12, responseBody: 'busy' }
    await db.webhookAttempt.create({ data: { ...own, ...failed } })
    await db.webhookAttempt.create({
      data: { ...own, attempt: 2, error: 'TIMEOUT', durationMs: 10_000, signature },
    })

    const { data } = await consoleOf(organizationId).delivery({ id: delivery.id })

    expect(data).toMatchObject({
      id: delivery.id,
      subscriptionId: id,
      hookUrl,
      body,
      status: 'pending',
      isTest: false,
      resendOf: null,
      attemptCount: 2,
      nextAttemptAt: delivery.nextAttemptAt?.toISOString(),
      lastAttempt: { attempt: 2, error: 'TIMEOUT' },
      attempts: [
        { ...failed, success: false, deadLetter: false, signature: null },
        { attempt: 2, httpStatusCode: null, signature },
      ],
    })
    expect(data.headers).toEqual({
      'Content-Type': 'application/json',
      'User-Agent': 'CustomerFeedbackService/1',
      'X-Service-Delivery': delivery.id,
      'X-Service-Event': 'new_contact',
      'X-Service-Signature': signature,
      'webhook-id': delivery.id,
      'webhook-timestamp': signature.slice(2, 12),
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    })
    expect(new Webhook(secret).verify(body, data.headers)).toEqual(JSON.parse(body))
    const report = await consoleOf(organizationId).checkSignature({ id, header: signature, body: data.body, secret })
    expect(report.data.ok).toBe(true)
    const fresh = await aDelivery(organizationId, id, { isTest: true, resendOfId: delivery.id })
    expect((await consoleOf(organizationId).delivery({ id: fresh.id })).data.headers).toMatchObject({
      'X-Service-Delivery': delivery.id,
      'X-Service-Signature': 't=…,v1=…',
      'X-Service-Test': 'true',
      'webhook-id': delivery.id,
      'webhook-timestamp': '…',
      'webhook-signature': 'v1,…',
    })
    const lists = JSON.stringify([
      await consoleOf(organizationId).deliveries({ id }),
      await consoleOf(organizationId).list({}),
    ])
    expect(lists).not.toContain('Zoé')
    expect(lists).not.toContain(secret)
  })
})

describe('webhook console refusals', () => {
  it('400: the webhook console refuses an empty event list, step.completed and an invalid date', async () => {
    const { organizationId, hook } = await aSubscribed()
    const to = consoleOf(organizationId)
    const hookUrl = 'https://receiver.example/x'
    await expect(to.add({ hookUrl, triggerTypes: [] })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    // Forbidden by the types, but a client could send it.
    const triggerTypes = ['step.completed'] as unknown as ['new_contact']
    await expect(to.add({ hookUrl, triggerTypes })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(to.resendFailed({ id: hook.id, since: 'yesterday' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('403: an API key with webhooks:* cannot list subscriptions in the webhook console', async () => {
    const { organizationId } = await aSubscribed()
    const { id: apiKeyId } = await anApiKey(organizationId, ['webhooks:*'])
    const actor = { type: 'key' as const, apiKeyId, name: 'Test key' }
    const principal = { organizationId, scopes: ['webhooks:*'], actor }
    const to = createCaller({ principal, requestId: randomUUID() }).webhookConsole
    await expect(to.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})
