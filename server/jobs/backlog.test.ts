import { expect, it } from 'vitest'
import { db } from '../db'
import { useEnvironment } from '../testing/environment'
import { anEmailAddress, anOrganization } from '../testing/factories/basics'
import { aSurveyRequest } from '../testing/factories/responses'
import { aSending, aSequence } from '../testing/factories/sequences'
import { aDelivery, aSigningSubscription } from '../testing/factories/webhooks'
import { apiAs } from '../testing/rest-client'

useEnvironment({ WAITING_DELIVERIES_MAX: '3', WAITING_SENDINGS_MAX: '3' })

const MAX = 3

const tooMany = (what: string) => ({
  error: {
    code: 'RATE_LIMIT_EXCEEDED',
    message: `Your organization has too many ${what} waiting. Try again in 60 seconds.`,
    details: { retryAfter: 60 },
  },
})

it('429: refuses contacts and enrolments while the delivery queue is full, and accepts contacts afterwards', async () => {
  const [organizationId, another] = [await anOrganization(), await anOrganization()]
  const post = apiAs(organizationId, 'contacts:write', 'sequences:execute')
  const contact = () => ({ email: anEmailAddress('ada'), firstName: 'Ada' })
  const { id: subscriptionId } = await aSigningSubscription(organizationId, ['new_contact'])
  const { id: sequenceId } = await aSequence(organizationId)
  for (let n = 1; n <= MAX; n += 1) expect((await post('POST /contacts', contact())).status).toBe(201)

  for (const [line, body] of [
    ['POST /contacts', contact()],
    [`POST /sequences/${sequenceId}/execute`, { contacts: [{ email: anEmailAddress('grace') }] }],
  ] as const) {
    const refused = await post(line, body)
    expect(refused).toMatchObject({ status: 429, body: tooMany('webhook deliveries') })
    expect(refused.headers.get('retry-after')).toBe('60')
  }
  expect(await db.contact.count({ where: { organizationId } })).toBe(MAX)
  expect(await db.sending.count({ where: { organizationId } })).toBe(0)
  expect(await db.webhookDelivery.count({ where: { organizationId } })).toBe(MAX)
  expect((await apiAs(another, 'contacts:write')('POST /contacts', contact())).status).toBe(201)

  const [delivery] = await db.webhookDelivery.findMany({ where: { subscriptionId }, take: 1 })
  await db.webhookDelivery.update({
    where: { id: delivery?.id ?? '' },
    data: { status: 'succeeded', nextAttemptAt: null, endedAt: new Date() },
  })
  await expect.poll(async () => (await post('POST /contacts', contact())).status).toBe(201)
})

it('429: refuses enrolments while too many messages are due, not counting those due on a later day', async () => {
  const organizationId = await anOrganization()
  const { id } = await aSequence(organizationId)
  const tomorrow = new Date(Date.now() + 86_400_000)
  for (let n = 1; n <= MAX; n += 1) await aSending(organizationId, id, { dueAt: tomorrow })
  const execute = async () => {
    const contacts = [{ email: anEmailAddress('grace') }]
    return apiAs(organizationId, 'sequences:execute')(`POST /sequences/${id}/execute`, { contacts })
  }
  for (let n = 1; n <= MAX; n += 1) expect((await execute()).status).toBe(200)
  const refused = await execute()
  expect(refused).toMatchObject({ status: 429, body: tooMany('messages') })
  expect(await db.sending.count({ where: { organizationId } })).toBe(MAX * 2)
})

it('429: refuses to resend deliveries while the delivery queue is full', async () => {
  const organizationId = await anOrganization()
  const { id } = await aSigningSubscription(organizationId, ['new_contact'])
  const failed = await aDelivery(organizationId, id, { status: 'failed', nextAttemptAt: null, endedAt: new Date() })
  for (let n = 1; n <= MAX; n += 1) await aDelivery(organizationId, id)
  const { resendDelivery, resendFailedDeliveries } = await import('../webhooks/dashboard/resend-deliveries')
  const refusal = { code: 'RATE_LIMIT_EXCEEDED' }
  await expect(resendDelivery(organizationId, failed.id)).rejects.toMatchObject(refusal)
  await expect(resendFailedDeliveries(organizationId, { id, since: new Date(0).toISOString() })).rejects.toMatchObject(
    refusal,
  )
})

it('accepts a survey response and queues its delivery although the delivery queue is full', async () => {
  const organizationId = await anOrganization()
  const { id } = await aSigningSubscription(organizationId, ['new_response'])
  for (let n = 1; n <= MAX; n += 1) await aDelivery(organizationId, id)
  const { token } = await aSurveyRequest(organizationId)
  const { submitResponse } = await import('../responses/submit-response')
  expect(await submitResponse(token, new Map([['nps', ['9']]]), 'en')).toMatchObject({
    state: 'submitted',
    isNew: true,
  })
  expect(await db.webhookDelivery.count({ where: { organizationId } })).toBe(MAX + 1)
})
