import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadExampleEventPayload } from '../../api/routers/load-example-event-payload'
import { setApiKeyActive } from '../../api-keys/api-keys'
import { Contact } from '../../contacts/schema'
import { db } from '../../db'
import { Response } from '../../responses/schema'
import { Review } from '../../reviews/schema'
import { aContact, anOrganization } from '../../testing/factories/basics'
import { aDelivery } from '../../testing/factories/webhooks'
import { aWebhookReceiver, type SubscribedWebhook } from '../../testing/servers/webhook-receiver'
import { EventKind } from '../schema'
import { resendDelivery } from './resend-deliveries'
import { SAMPLE_PAYLOADS } from './sample-payloads'
import { sendTestEvent } from './send-test-event'

let hooks: Awaited<ReturnType<typeof aWebhookReceiver>>

beforeAll(async () => {
  hooks = await aWebhookReceiver()
})

afterAll(() => hooks.close())

async function tested(hook: SubscribedWebhook, kind: EventKind) {
  const delivery = await sendTestEvent(hook.organizationId, { id: hook.id, kind }, loadExampleEventPayload)
  await hook.attempt(delivery.id)
  const request = hook.requests().at(-1)
  return { delivery, headers: request?.headers ?? {}, body: String(request?.body) }
}

describe('sendTestEvent', () => {
  it('a test event is signed and sent like any delivery and carries the x-service-test header', async () => {
    const hook = await hooks.subscribe(['new_contact'])
    const { delivery, headers, body } = await tested(hook, 'new_contact')
    expect(delivery).toMatchObject({ kind: 'new_contact', isTest: true, resendOf: null, status: 'pending' })
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'CustomerFeedbackService/1',
      'x-service-event': 'new_contact',
      'x-service-delivery': delivery.id,
      'x-service-test': 'true',
      'x-service-signature': expect.stringMatching(/^t=\d+,v1=/),
    })
    expect(JSON.parse(body)).toEqual([SAMPLE_PAYLOADS.new_contact])
    expect(await db.webhookDelivery.findUnique({ where: { id: delivery.id } })).toMatchObject({
      status: 'succeeded',
      attemptCount: 1,
    })
  })

  it('a test event repeats the exact body of the organization’s newest real event of its kind', async () => {
    const hook = await hooks.subscribe(['new_contact'])
    const other = await hooks.subscribe(['new_contact'], [200], hook.organizationId)
    await aContact(hook.organizationId)
    const earlier = new Date(Date.now() - 60_000)
    await aDelivery(hook.organizationId, hook.id, { body: '[{"id":"old"}]', createdAt: earlier })
    await aDelivery(hook.organizationId, other.id, { body: '[ {"id":"newest"} ]' })
    await aDelivery(hook.organizationId, other.id, { kind: 'new_review', body: '[{"id":"another kind"}]' })
    await aDelivery(hook.organizationId, other.id, { isTest: true, body: '[{"id":"a test"}]' })
    expect((await tested(hook, 'new_contact')).body).toBe('[ {"id":"newest"} ]')
  })

  it('a test event without earlier events carries the newest contact in API format', async () => {
    const hook = await hooks.subscribe(['new_contact'])
    await aContact(hook.organizationId, { firstName: 'First', createdAt: new Date(Date.now() - 60_000) })
    const { id } = await aContact(hook.organizationId, { firstName: 'Zoé' })
    await aContact(await anOrganization(), { firstName: 'Elsewhere' })
    const [contact] = JSON.parse((await tested(hook, 'new_contact')).body) as unknown[]
    expect(contact).toMatchObject({ id, firstName: 'Zoé' })
    expect(() => Contact.strict().parse(contact)).not.toThrow()
  })

  it.each(EventKind.options)('a test event of kind %s carries the sample payload if there is no data', async (kind) => {
    const hook = await hooks.subscribe(['new_contact'])
    const { body } = await tested(hook, kind)
    const payload = JSON.parse(body) as unknown
    expect(Array.isArray(payload)).toBe(kind !== 'step.completed')
    expect(payload).toEqual(kind === 'step.completed' ? SAMPLE_PAYLOADS[kind] : [SAMPLE_PAYLOADS[kind]])
  })

  it('sample payloads of contacts, responses and reviews match the API schemas', () => {
    expect(() => Contact.strict().parse(SAMPLE_PAYLOADS.new_contact)).not.toThrow()
    expect(() => Response.strict().parse(SAMPLE_PAYLOADS.new_response)).not.toThrow()
    expect(Response.strict().parse(SAMPLE_PAYLOADS.detractor_response)).toMatchObject({ isDetractor: true })
    expect(() => Review.strict().parse(SAMPLE_PAYLOADS.new_review)).not.toThrow()
    expect(Review.strict().parse(SAMPLE_PAYLOADS.bad_review).rating).toBeLessThanOrEqual(3)
  })

  it('a resent test event is still marked as a test', async () => {
    const hook = await hooks.subscribe(['new_contact'])
    const { delivery } = await tested(hook, 'bad_review')
    const resent = await resendDelivery(hook.organizationId, delivery.id)
    await hook.attempt(resent.id)
    expect(resent).toMatchObject({ isTest: true, resendOf: delivery.id })
    expect(hook.requests().at(-1)?.headers).toMatchObject({
      'x-service-test': 'true',
      'x-service-delivery': delivery.id,
    })
  })

  it('refuses a test event while the subscription is paused or was deactivated by a 410 to a test event', async () => {
    const hook = await hooks.subscribe(['new_contact'], [410])
    const { delivery } = await tested(hook, 'new_contact')
    expect(await db.webhookDelivery.findUnique({ where: { id: delivery.id } })).toMatchObject({ status: 'failed' })
    await expect(tested(hook, 'new_contact')).rejects.toMatchObject({ message: expect.stringContaining('Reactivate') })
    await db.webhookSubscription.update({ where: { id: hook.id }, data: { active: true } })
    await setApiKeyActive(hook.organizationId, { id: hook.keyId, isActive: false })
    await expect(tested(hook, 'new_contact')).rejects.toMatchObject({ message: expect.stringContaining('key') })
    expect(await db.webhookDelivery.count({ where: { subscriptionId: hook.id } })).toBe(1)
  })

  it('404: refuses a test event for a subscription of another organization', async () => {
    const hook = await hooks.subscribe(['new_contact'])
    const input = { id: hook.id, kind: 'new_contact' as const }
    await expect(sendTestEvent(await anOrganization(), input, loadExampleEventPayload)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})
