import { beforeEach, expect, it } from 'vitest'
import { db } from '../db'
import { openTransaction } from '../testing/database/locks'
import { anOrganization, aSubscription } from '../testing/factories/basics'
import { sendRestRequest } from '../testing/rest-client'
import { createApiKey, getApiKey, revokeApiKey, setApiKeyActive, updateApiKey } from './api-keys'
import { generateApiKey, hashApiKey } from './key-secret'
import { endPreviousSecret, rotateApiKey } from './rotate-api-key'

let organizationId: string
let id: string
let first: string

beforeEach(async () => {
  organizationId = await anOrganization()
  const made = await createApiKey(organizationId, { name: 'Shop', scopes: ['contacts:read', 'webhooks:write'] })
  id = made.id
  first = made.key
})

const ask = (secret: string) => sendRestRequest(secret, 'GET /contacts')
const statuses = async (...secrets: string[]) => Promise.all(secrets.map(async (secret) => (await ask(secret)).status))
const rotate = async (overlapHours: number) => (await rotateApiKey(organizationId, { id, overlapHours })).key
const past = new Date(Date.now() - 1000)

it('after a rotation both API key secrets work until the old one expires, each with its own last use', async () => {
  expect((await ask(first)).status).toBe(200)
  const { secret: before } = await getApiKey(organizationId, id)
  const second = await rotate(24)
  expect(await getApiKey(organizationId, id)).toMatchObject({
    name: 'Shop',
    secret: { hint: `${second.slice(0, 8)}…${second.slice(-4)}`, lastUsedAt: null },
    previous: { hint: before.hint, lastUsedAt: before.lastUsedAt },
  })

  expect(await statuses(first, second)).toEqual([200, 200])
  const { secret, previous } = await getApiKey(organizationId, id)
  expect([secret.lastUsedAt, previous?.lastUsedAt]).toEqual([expect.any(String), before.lastUsedAt])

  await db.apiKey.update({ where: { id }, data: { previousExpiresAt: past, previousLastUsedAt: past } })
  const over = await ask(first)
  expect(over).toMatchObject({ status: 401, body: { error: { code: 'EXPIRED_API_KEY' } } })
  expect(over.body.error.message).toBe('This secret is no longer valid. Use the key’s current one.')
  expect((await ask(second)).status).toBe(200)
  expect((await getApiKey(organizationId, id)).previous?.lastUsedAt).toBe(past.toISOString())

  await db.apiKey.update({ where: { id }, data: { expiresAt: past } })
  for (const either of [first, second])
    expect((await ask(either)).body.error.message, 'the key itself is over').toContain('This API key has expired.')
})

it('using the old secret of a rotated API key updates its own last use and not that of the new secret', async () => {
  const second = await rotate(1)
  expect((await ask(first)).status).toBe(200)
  const { secret, previous, lastUsedAt } = await getApiKey(organizationId, id)
  expect(secret.lastUsedAt).toBeNull()
  expect(previous?.lastUsedAt).toEqual(expect.any(String))
  expect(lastUsedAt).toBe(previous?.lastUsedAt)
  expect((await ask(second)).status).toBe(200)
})

it('both API key secrets work when a rotation commits while a request waits to record its last use', async () => {
  const second = generateApiKey()
  const rotation = await openTransaction()
  try {
    await rotation.tx.$executeRaw`
      UPDATE api_key SET previous_hash = hash, previous_start = start, previous_end = "end", hash = ${hashApiKey(second)},
        previous_expires_at = clock_timestamp() + interval '1 hour' WHERE id = ${id}::uuid`
    const answer = ask(first)
    await expect.poll(isRequestWaiting).toBe(true)
    await rotation.commit()
    expect((await answer).status).toBe(200)
  } finally {
    await rotation.rollback().catch(() => undefined)
  }
  expect(await statuses(first, second)).toEqual([200, 200])
})

/** Whether a request has read its key and is blocked on recording its last use. */
async function isRequestWaiting(): Promise<boolean> {
  const [row] = await db.$queryRaw<{ n: bigint }[]>`
    SELECT count(*) AS n FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%admit_api_request%'`
  return row?.n === 1n
}

it('the old API key secret ends at once after a rotation without overlap or a call to endPreviousSecret', async () => {
  const second = await rotate(0)
  expect(await statuses(first, second)).toEqual([401, 200])
  expect((await getApiKey(organizationId, id)).previous).toBeNull()
  const third = await rotate(168)
  expect(await statuses(second, third)).toEqual([200, 200])
  expect((await endPreviousSecret(organizationId, id)).previous).toBeNull()
  expect(await statuses(second, third)).toEqual([401, 200])
  expect((await endPreviousSecret(organizationId, id)).previous).toBeNull()
})

it('webhook subscriptions of an API key stay active and owned by it when its old secret ends', async () => {
  const { id: subscription } = await aSubscription(organizationId, ['new_contact'], { ownerKeyId: id })
  await rotate(1)
  await db.apiKey.update({ where: { id }, data: { previousExpiresAt: past } })
  const second = await rotate(0)
  const list = await sendRestRequest(second, 'POST /webhooks/unsubscribe', {
    id: subscription,
    triggerType: 'new_review',
  })
  expect(list.body).toMatchObject({ data: { deleted: false } })
  expect(await db.webhookSubscription.findMany({ where: { organizationId } })).toMatchObject([
    { id: subscription, active: true, ownerKeyId: id },
  ])
})

it('rotating an API key again replaces an unused secret; once it is used, another overlap is refused', async () => {
  const second = await rotate(24)
  const third = await rotate(24)
  expect(await statuses(first, second, third)).toEqual([200, 401, 200])
  await expect(rotate(24)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('End the old one'),
  })
  expect(await statuses(first, third)).toEqual([200, 200])
  const last = await rotate(0)
  expect(await statuses(first, third, last)).toEqual([401, 401, 200])
})

it('of two concurrent rotations of an API key one succeeds and the other fails with CHANGED_MEANWHILE', async () => {
  const asRead = { hint: (await getApiKey(organizationId, id)).hint }
  const tries = await Promise.allSettled(
    [1, 2].map(() => rotateApiKey(organizationId, { id, overlapHours: 24, asRead })),
  )
  expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(tries.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CHANGED_MEANWHILE' } })
})

it('both API key secrets are rejected while the key is inactive, expired or revoked', async () => {
  const second = await rotate(24)
  await setApiKeyActive(organizationId, { id, isActive: false })
  expect(await statuses(first, second)).toEqual([401, 401])
  await setApiKeyActive(organizationId, { id, isActive: true })
  await db.apiKey.update({ where: { id }, data: { expiresAt: past } })
  expect(await statuses(first, second)).toEqual([401, 401])
  await updateApiKey(organizationId, { id, expiresAt: null })
  expect(await statuses(first, second)).toEqual([200, 200])
  await revokeApiKey(organizationId, id)
  expect(await statuses(first, second)).toEqual([401, 401])
})

it('an API key of another organization cannot be rotated, nor its old secret ended', async () => {
  const second = await rotate(24)
  const other = await anOrganization()
  await expect(rotateApiKey(other, { id, overlapHours: 0 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(endPreviousSecret(other, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await statuses(first, second)).toEqual([200, 200])
})
