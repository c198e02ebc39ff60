import { expect, it } from 'vitest'
import { revokeApiKey } from '../api-keys/api-keys'
import { db } from '../db'
import { requireAllowedTargetUrl } from '../outbound/target-url'
import { aContact, anApiKey, anEmailAddress, anOrganization, aSubscription } from '../testing/factories/basics'
import { apiAs, sendRestRequest } from '../testing/rest-client'
import { transact } from '../unit-of-work'

const withKey = (key: string) => ({ headers: { 'Idempotency-Key': key } })

it('201: the same idempotency key and body replay the stored answer, and take effect once', async () => {
  const organizationId = await anOrganization()
  await aSubscription(organizationId, ['new_contact'])
  const call = apiAs(organizationId, 'contacts:write')
  const body = { email: anEmailAddress(), firstName: 'Ada' }
  const first = await call('POST /contacts', body, withKey('k1'))
  const again = await call('POST /contacts', body, withKey('k1'))
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
  expect([first.headers.get('Idempotent-Replayed'), again.headers.get('Idempotent-Replayed')]).toEqual([null, 'true'])
  expect(await db.webhookDelivery.count({ where: { organizationId } })).toBe(1)
})

it('201: one of 20 concurrent requests with the same idempotency key creates, the others replay', async () => {
  const organizationId = await anOrganization()
  const call = apiAs(organizationId, 'contacts:write')
  const body = { email: anEmailAddress(), firstName: 'Ada' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => call('POST /contacts', body, withKey('twin'))))
  expect(new Set(answers.map((answer) => `${answer.status} ${answer.body.data?.id}`)).size).toBe(1)
  expect(answers.filter((answer) => answer.headers.get('Idempotent-Replayed') === null)).toHaveLength(1)
  expect(await db.contact.count({ where: { organizationId } })).toBe(1)
})

it('409: refuses an idempotency key that was used with another body', async () => {
  const call = apiAs(await anOrganization(), 'contacts:write')
  await call('POST /contacts', { email: anEmailAddress(), firstName: 'Ada' }, withKey('k'))
  const { status, body } = await call('POST /contacts', { email: anEmailAddress(), firstName: 'Ada' }, withKey('k'))
  expect([status, body.error.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
})

it('409: answers a duplicate of a request in progress with Retry-After: 1', async () => {
  const organizationId = await anOrganization()
  const call = apiAs(organizationId, 'contacts:write')
  const body = { email: anEmailAddress(), firstName: 'Ada' }
  await call('POST /contacts', body, withKey('k1'))
  await db.idempotencyRecord.updateMany({ where: { organizationId }, data: { status: null, body: null } })
  const twin = await call('POST /contacts', body, withKey('k1'))
  expect([twin.status, twin.body.error.code]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS'])
  expect(twin.headers.get('Retry-After')).toBe('1')
})

it('409: replays a stored refusal, even after its reason is gone', async () => {
  const organizationId = await anOrganization()
  const contact = await aContact(organizationId)
  const call = apiAs(organizationId, 'contacts:*')
  const body = { email: contact.email, firstName: 'Ada' }
  const first = await call('POST /contacts', body, withKey('k'))
  expect(first.status).toBe(409)
  await call(`DELETE /contacts/${contact.id}`)
  const again = await call('POST /contacts', body, withKey('k'))
  expect([again.status, again.body]).toEqual([409, first.body])
})

it('201: an idempotency key is scoped to its organization and expires after a day', async () => {
  const [one, two] = [await anOrganization(), await anOrganization()]
  const body = { email: anEmailAddress(), firstName: 'Ada' }
  const first = await apiAs(one, 'contacts:write')('POST /contacts', body, withKey('k'))
  const other = await apiAs(two, 'contacts:write')('POST /contacts', body, withKey('k'))
  expect(other.body.data.id).not.toBe(first.body.data.id)
  await db.idempotencyRecord.updateMany({
    where: { organizationId: one },
    data: { createdAt: new Date(Date.now() - 86_500_000) },
  })
  expect(
    (await apiAs(one, 'contacts:write')('POST /contacts', { ...body, email: anEmailAddress() }, withKey('k'))).status,
  ).toBe(201)
})

it('201: an idempotency key is scoped to its API key', async () => {
  const organizationId = await anOrganization()
  const [one, other] = [apiAs(organizationId, 'contacts:write'), apiAs(organizationId, 'contacts:write')]
  const first = await one('POST /contacts', { email: anEmailAddress(), firstName: 'Ada' }, withKey('k'))
  const second = await other('POST /contacts', { email: anEmailAddress(), firstName: 'Ben' }, withKey('k'))
  expect([second.status, second.headers.get('Idempotent-Replayed')]).toEqual([201, null])
  expect(second.body.data.id).not.toBe(first.body.data.id)
})

it('403: does not replay a stored answer to an API key without the scope', async () => {
  const organizationId = await anOrganization()
  const body = { email: anEmailAddress(), firstName: 'Ada' }
  await apiAs(organizationId, 'contacts:write')('POST /contacts', body, withKey('k'))
  const reader = await apiAs(organizationId, 'contacts:read')('POST /contacts', body, withKey('k'))
  expect([reader.status, reader.headers.get('Idempotent-Replayed')]).toEqual([403, null])
})

it('201: revoking an API key deletes its stored idempotent answers', async () => {
  const organizationId = await anOrganization()
  const { id, key } = await anApiKey(organizationId, ['contacts:write'])
  await sendRestRequest(key, 'POST /contacts', { email: anEmailAddress(), firstName: 'Ada' }, withKey('k'))
  expect(await db.idempotencyRecord.count({ where: { organizationId } })).toBe(1)
  await revokeApiKey(organizationId, id)
  expect(await db.idempotencyRecord.count({ where: { organizationId } })).toBe(0)
})

it('201: replays a webhook subscription with its secret, and checks no address in a transaction', async () => {
  const organizationId = await anOrganization()
  const call = apiAs(organizationId, 'webhooks:*')
  const body = { hookUrl: `https://203.0.112.9/${anEmailAddress()}`, triggerType: 'new_contact' }
  const first = await call('POST /webhooks/subscribe', body, withKey('k'))
  const again = await call('POST /webhooks/subscribe', body, withKey('k'))
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body.data.secret).toBe(first.body.data.secret)
  await expect(transact(() => requireAllowedTargetUrl(body.hookUrl))).rejects.toThrow('inside a transaction')
})

it('400: refuses an idempotency key longer than 255 characters', async () => {
  const { status, body } = await apiAs(await anOrganization(), 'contacts:write')(
    'POST /contacts',
    { email: anEmailAddress(), firstName: 'Ada' },
    withKey('k'.repeat(256)),
  )
  expect([status, Object.keys(body.error.details)]).toEqual([400, ['Idempotency-Key']])
})
