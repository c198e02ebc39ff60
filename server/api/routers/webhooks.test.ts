import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { setApiKeyActive } from '../../api-keys/api-keys'
import { createContact } from '../../contacts/create-contact'
import { db } from '../../db'
import { executeSequence } from '../../sequences/execute-sequence'
import { anApiKey, anEmailAddress, anOrganization, aSubscription } from '../../testing/factories/basics'
import { aSession } from '../../testing/factories/sessions'
import { aDelivery, aSigningSubscription } from '../../testing/factories/webhooks'
import { apiAs, sendRestRequest } from '../../testing/rest-client'
import { handleListWebhooksWithSecrets } from '../session/list-webhooks-with-secrets'

/** A literal public address, so that no DNS lookup happens. Nothing connects to it. */
const anAddress = () => `https://93.184.215.14/${randomUUID()}`

describe('POST /webhooks/subscribe', () => {
  it('201: creating a webhook subscription returns its secret; 200: adding events to it does not', async () => {
    const organizationId = await anOrganization()
    const call = apiAs(organizationId, 'webhooks:write')
    const hookUrl = anAddress()
    const first = await call('POST /webhooks/subscribe', { hookUrl, triggerType: 'new_contact' })
    expect(first.status).toBe(201)
    expect(first.body).toEqual({
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        hookUrl,
        triggerTypes: ['new_contact'],
        triggerType: 'new_contact',
        active: true,
        secret: expect.stringMatching(/^whsec_/),
        ownedByThisKey: true,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    })
    for (const triggerType of ['new_review', 'new_contact', 'new_review']) {
      const { status, body } = await call('POST /webhooks/subscribe', { hookUrl, triggerType })
      expect(status).toBe(200)
      expect(body.data).toMatchObject({
        id: first.body.data.id,
        triggerTypes: ['new_contact', 'new_review'],
        triggerType,
        secret: null,
      })
    }
  })

  it('201: repeating a subscribe request with the same Idempotency-Key returns the same secret', async () => {
    const { key } = await anApiKey(await anOrganization(), ['webhooks:write'])
    const body = { hookUrl: anAddress(), triggerType: 'new_contact' }
    const headers = { 'Idempotency-Key': randomUUID() }
    const [one, two] = [
      await sendRestRequest(key, 'POST /webhooks/subscribe', body, { headers }),
      await sendRestRequest(key, 'POST /webhooks/subscribe', body, { headers }),
    ]
    expect([one.status, two.status]).toEqual([201, 201])
    expect(two.body).toEqual(one.body)
    expect(two.headers.get('Idempotent-Replayed')).toBe('true')
  })

  it('400: refuses to subscribe to or unsubscribe from step.completed', async () => {
    const call = apiAs(await anOrganization(), 'webhooks:write')
    for (const path of ['subscribe', 'unsubscribe']) {
      const { status, body } = await call(`POST /webhooks/${path}`, {
        hookUrl: anAddress(),
        triggerType: 'step.completed',
      })
      expect(status).toBe(400)
      expect(Object.keys(body.error.details)).toEqual(['triggerType'])
    }
  })

  it.each([
    ['an unknown kind', { triggerType: 'contact.created' }, 'triggerType'],
    ['no kind', { triggerType: undefined }, 'triggerType'],
    ['plain http', { hookUrl: 'http://93.184.215.14/' }, 'hookUrl'],
    ['a user name', { hookUrl: 'https://user@93.184.215.14/' }, 'hookUrl'],
    ['a private literal', { hookUrl: 'https://192.168.0.1/' }, 'hookUrl'],
    ['a private literal in disguise', { hookUrl: 'https://2130706433/' }, 'hookUrl'],
    ['this machine', { hookUrl: 'https://localhost/' }, 'hookUrl'],
    ['a very long address', { hookUrl: `https://93.184.215.14/${'a'.repeat(2048)}` }, 'hookUrl'],
    ['a NUL', { hookUrl: 'https://93.184.215.14/\u0000' }, 'hookUrl'],
    ['no address', { hookUrl: undefined }, 'hookUrl'],
    ['a number', { hookUrl: 7 }, 'hookUrl'],
  ])('400: refuses a webhook subscription with %s', async (_what, fields, path) => {
    const organizationId = await anOrganization()
    const { status, body } = await apiAs(organizationId, 'webhooks:write')('POST /webhooks/subscribe', {
      hookUrl: anAddress(),
      triggerType: 'new_contact',
      ...fields,
    })
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR' })
    expect(Object.keys(body.error.details)).toEqual([path])
    expect(await db.webhookSubscription.count({ where: { organizationId } })).toBe(0)
  })

  it('403: a key with webhooks:read can neither subscribe nor unsubscribe a webhook', async () => {
    const call = apiAs(await anOrganization(), 'webhooks:read')
    for (const path of ['subscribe', 'unsubscribe']) {
      const { status, body } = await call(`POST /webhooks/${path}`, { hookUrl: 'x' })
      expect(status).toBe(403)
      expect(body.error).toMatchObject({
        code: 'INSUFFICIENT_PERMISSIONS',
        requiredScope: 'webhooks:write',
        availableScopes: ['webhooks:read'],
      })
    }
  })
})

describe('POST /webhooks/unsubscribe', () => {
  it('200: unsubscribes by hookUrl or id, and deletes the subscription only with its last event', async () => {
    const call = apiAs(await anOrganization(), 'webhooks:*')
    const hookUrl = anAddress()
    const { id } = (await call('POST /webhooks/subscribe', { hookUrl, triggerType: 'new_contact' })).body.data
    await call('POST /webhooks/subscribe', { hookUrl, triggerType: 'new_review' })
    const off = async (body: object) => {
      const answer = await call('POST /webhooks/unsubscribe', body)
      return [answer.status, answer.body.data]
    }
    expect(await off({ hookUrl, triggerType: 'bad_review' })).toEqual([200, { id, deleted: false }])
    expect(await off({ hookUrl, triggerType: 'new_contact' })).toEqual([200, { id, deleted: false }])
    expect(await off({ id, triggerType: 'new_review' })).toEqual([200, { id, deleted: true }])
    expect((await call('POST /webhooks/unsubscribe', { id, triggerType: 'new_review' })).status).toBe(404)
  })

  it('404: unsubscribing answers the same for an unknown subscription and one of another organization', async () => {
    const foreign = await aSubscription(await anOrganization(), ['new_contact'])
    const call = apiAs(await anOrganization(), 'webhooks:write')
    const answers = [
      await call('POST /webhooks/unsubscribe', { id: foreign.id, triggerType: 'new_contact' }),
      await call('POST /webhooks/unsubscribe', { hookUrl: foreign.hookUrl, triggerType: 'new_contact' }),
      await call('POST /webhooks/unsubscribe', { id: randomUUID(), triggerType: 'new_contact' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await db.webhookSubscription.findUnique({ where: { id: foreign.id } })).toEqual(foreign)
  })

  it.each([
    ['neither hookUrl nor id', {}, 'hookUrl'],
    ['an id that is no UUID', { id: '42' }, 'id'],
    ['a hookUrl that is no address', { hookUrl: 'x' }, 'hookUrl'],
  ])('400: refuses to unsubscribe with %s', async (_what, fields, path) => {
    const { status, body } = await apiAs(await anOrganization(), 'webhooks:write')('POST /webhooks/unsubscribe', {
      triggerType: 'new_contact',
      ...fields,
    })
    expect([status, Object.keys(body.error.details)]).toEqual([400, [path]])
  })
})

describe('GET /webhooks', () => {
  it('200: lists webhook subscriptions newest first in pages, without secrets even for an admin key', async () => {
    const organizationId = await anOrganization()
    const ids: string[] = []
    for (let i = 0; i < 3; i += 1) ids.unshift((await aSigningSubscription(organizationId, ['new_contact'])).id)
    const { status, body } = await apiAs(organizationId, 'admin')('GET /webhooks?limit=2')
    expect(status).toBe(200)
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2))
    expect(body.meta).toEqual({ page: 1, perPage: 2, total: 3, totalPages: 2 })
    expect(Object.keys(body.data[0])).toEqual(['id', 'hookUrl', 'triggerTypes', 'active', 'createdAt'])
    expect(JSON.stringify(body)).not.toMatch(/whsec_|secret/i)
  })

  it('403: webhooks:write cannot list webhook subscriptions; 200: webhooks:read, webhooks:* and admin can', async () => {
    const organizationId = await anOrganization()
    const statusFor = async (scope: string) => (await apiAs(organizationId, scope)('GET /webhooks')).status
    expect(await Promise.all(['webhooks:write', 'webhooks:read', 'webhooks:*', 'admin'].map(statusFor))).toEqual([
      403, 200, 200, 200,
    ])
  })
})

describe('new_contact deliveries', () => {
  it('new_contact is queued for a contact created by API, dashboard or sequence, not for an update or a refusal', async () => {
    const organizationId = await anOrganization()
    await aSubscription(organizationId, ['new_contact'])
    const count = () => db.webhookDelivery.count({ where: { organizationId, kind: 'new_contact' } })
    const [email, enrolled] = [anEmailAddress(), anEmailAddress()]
    const call = apiAs(organizationId, 'contacts:write')
    const { body } = await call('POST /contacts', { email, firstName: 'Ada' })
    expect(await count()).toBe(1)
    const [delivery] = await db.webhookDelivery.findMany({ where: { organizationId } })
    expect(JSON.parse(delivery?.body ?? '')).toEqual([body.data])
    expect((await call('POST /contacts', { email, firstName: 'Ada' })).status).toBe(409)
    expect(await count()).toBe(1)
    await createContact(organizationId, { email: anEmailAddress(), firstName: 'Grace' })
    expect(await count()).toBe(2)
    const { id } = await db.sequence.create({ data: { organizationId, name: 'After a visit', status: 'active' } })
    await executeSequence(organizationId, { id, contacts: [{ email: enrolled }, { email, firstName: 'Augusta' }] })
    expect(await count()).toBe(3)
    await executeSequence(organizationId, { id, contacts: [{ email: enrolled, firstName: 'Ada' }] })
    expect(await count()).toBe(3)
  })
})

describe('GET /api/settings/webhooks', () => {
  const get = async (headers: Record<string, string>) => {
    const response = await handleListWebhooksWithSecrets(
      new Request('http://localhost/api/settings/webhooks', { headers }),
    )
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  it('200: owners and admins read the webhook settings; 403: members; 401: API keys or no session; all no-store', async () => {
    const organizationId = await anOrganization()
    const subscription = await aSigningSubscription(organizationId, ['new_contact'])
    await aSigningSubscription(await anOrganization(), ['new_contact'])
    const as = async (role: 'owner' | 'admin' | 'member') =>
      get({ cookie: (await aSession(organizationId, role)).cookie })
    for (const answer of [await as('owner'), await as('admin')]) {
      expect(answer.status).toBe(200)
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
      expect(answer.body).toEqual({
        data: [
          {
            id: subscription.id,
            hookUrl: subscription.hookUrl,
            triggerTypes: ['new_contact'],
            active: true,
            paused: false,
            owner: null,
            secret: subscription.secret,
            createdAt: subscription.createdAt.toISOString(),
            attempts: [],
          },
        ],
      })
    }
    const { key } = await anApiKey(organizationId, ['admin'])
    const refused = [
      [403, 'FORBIDDEN', await as('member')],
      [401, 'UNAUTHENTICATED', await get({})],
      [401, 'UNAUTHENTICATED', await get({ 'X-API-Key': key })],
      [401, 'UNAUTHENTICATED', await get({ Authorization: `Bearer ${key}` })],
    ] as const
    for (const [status, code, answer] of refused) {
      expect([answer.status, answer.body.error.code]).toEqual([status, code])
      expect(Object.keys(answer.body)).toEqual(['error'])
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
    }
  })

  it('webhook settings show inactive, paused and ownerless subscriptions and their finished attempts', async () => {
    const organizationId = await anOrganization()
    const owner = await anApiKey(organizationId, ['webhooks:*'], { name: 'Helpdesk' })
    const inactive = await aSigningSubscription(organizationId, ['new_review'], { active: false })
    const paused = await aSigningSubscription(organizationId, ['new_contact'], { ownerKeyId: owner.id })
    await setApiKeyActive(organizationId, { id: owner.id, isActive: false })
    const delivery = await aDelivery(organizationId, paused.id)
    const attempt = { organizationId, deliveryId: delivery.id, subscriptionId: paused.id }
    await db.webhookAttempt.create({
      data: {
        ...attempt,
        attempt: 1,
        httpStatusCode: 503,
        error: 'HTTP_STATUS',
        durationMs: 12,
        finishedAt: new Date(),
      },
    })
    // Still pending: without an outcome it must not look like a failure.
    await db.webhookAttempt.create({ data: { ...attempt, attempt: 2 } })
    const { body } = await get({ cookie: (await aSession(organizationId)).cookie })
    expect(body.data).toMatchObject([
      {
        id: paused.id,
        active: true,
        paused: true,
        owner: { id: owner.id, name: 'Helpdesk' },
        attempts: [
          {
            deliveryId: delivery.id,
            event: 'new_contact',
            attempt: 1,
            httpStatusCode: 503,
            success: false,
            deadLetter: false,
            error: 'HTTP_STATUS: The receiver answered with an error.',
            durationMs: 12,
          },
        ],
      },
      { id: inactive.id, active: false, paused: false, owner: null, attempts: [] },
    ])
  })
})
