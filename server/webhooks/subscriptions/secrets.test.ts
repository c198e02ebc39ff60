import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HOUR_MS } from '../../clock'
import { db } from '../../db'
import { encryptSecret } from '../../encryption'
import { anOrganization } from '../../testing/factories/basics'
import { aDelivery, aSigningSubscription } from '../../testing/factories/webhooks'
import { aWebhookReceiver } from '../../testing/servers/webhook-receiver'
import { decryptSigningSecret, revealSecrets, rotateSecret } from './secrets'

const signature = new Stripe('sk_test_unused').webhooks.signature

let hooks: Awaited<ReturnType<typeof aWebhookReceiver>>

beforeAll(async () => {
  hooks = await aWebhookReceiver()
})

afterAll(() => hooks.close())

async function delivered(hook: Awaited<ReturnType<typeof hooks.subscribe>>, secrets: string[]) {
  const { id } = await aDelivery(hook.organizationId, hook.id, { body: '[{"name":"Zoé"}]' })
  await hook.attempt(id)
  const request = hook.requests().at(-1)
  const header = String(request?.headers['x-service-signature'])
  const accepts = (secret: string) => {
    try {
      return signature?.verifyHeader(request?.body ?? '', header, secret, 300)
    } catch {
      return false
    }
  }
  return { header, accepted: secrets.map(accepts) }
}

async function passTime(id: string, ms: number): Promise<void> {
  const row = await db.webhookSubscription.findUniqueOrThrow({ where: { id } })
  const until = row.previousSecretUntil?.getTime() ?? 0
  await db.webhookSubscription.update({ where: { id }, data: { previousSecretUntil: new Date(until - ms) } })
}

it('after a rotation both secrets sign for 24 hours, the new one first, and either verifies', async () => {
  const hook = await hooks.subscribe(['new_contact'])
  const before = Date.now()
  const { secret, previousSecretUntil } = await rotateSecret(hook.organizationId, hook.id)
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(secret).not.toBe(hook.secret)
  const untilMs = Date.parse(previousSecretUntil ?? '') - before
  expect(untilMs).toBeGreaterThanOrEqual(24 * HOUR_MS)
  expect(untilMs).toBeLessThan(24 * HOUR_MS + 10_000)
  expect(await revealSecrets(hook.organizationId, hook.id)).toEqual({
    secret,
    previousSecret: hook.secret,
    previousSecretUntil,
  })

  const during = await delivered(hook, [secret, hook.secret])
  expect(during.header).toMatch(/^t=\d{10},v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/)
  expect(during.accepted).toEqual([true, true])
  const body = String(hook.requests().at(-1)?.body)
  const [, timestamp = '', first = ''] = /^t=(\d+),v1=([0-9a-f]+)/.exec(during.header) ?? []
  expect(signature?.verifyHeader(body, `t=${timestamp},v1=${first}`, secret, 300)).toBe(true)
})

it('only the new secret signs once the 24 hours after a rotation are over', async () => {
  const hook = await hooks.subscribe(['new_contact'])
  const { secret } = await rotateSecret(hook.organizationId, hook.id)
  await passTime(hook.id, 23.9 * HOUR_MS)
  expect((await delivered(hook, [secret, hook.secret])).accepted).toEqual([true, true])
  await passTime(hook.id, 0.2 * HOUR_MS)

  const after = await delivered(hook, [secret, hook.secret])

  expect(after.header).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/)
  expect(after.accepted).toEqual([true, false])
  expect(await revealSecrets(hook.organizationId, hook.id)).toEqual({
    secret,
    previousSecret: null,
    previousSecretUntil: null,
  })
})

it('a second secret rotation within 24 hours drops the oldest secret', async () => {
  const hook = await hooks.subscribe(['new_contact'])
  const second = await rotateSecret(hook.organizationId, hook.id)
  const third = await rotateSecret(hook.organizationId, hook.id)
  const { header, accepted } = await delivered(hook, [third.secret, second.secret, hook.secret])
  expect(header.match(/v1=/g)).toHaveLength(2)
  expect(accepted).toEqual([true, true, false])
})

it('two concurrent rotations store both returned secrets, as current and previous secret', async () => {
  for (let round = 0; round < 10; round += 1) {
    const organizationId = await anOrganization()
    const { id } = await aSigningSubscription(organizationId, ['new_contact'])
    const rotated = await Promise.all([rotateSecret(organizationId, id), rotateSecret(organizationId, id)])
    const { secret, previousSecret } = await revealSecrets(organizationId, id)
    expect(new Set([secret, previousSecret])).toEqual(new Set(rotated.map((one) => one.secret)))
  }
})

it('reports an unreadable secret, and a rotation does not keep it as the previous one', async () => {
  const organizationId = await anOrganization()
  const { id } = await aSigningSubscription(organizationId, ['new_contact'], { secretEncrypted: 'lost' })
  await expect(revealSecrets(organizationId, id)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('APP_SECRET'),
  })
  const { secret, previousSecretUntil } = await rotateSecret(organizationId, id)
  expect(previousSecretUntil).toBeNull()
  expect(await revealSecrets(organizationId, id)).toMatchObject({ secret, previousSecret: null })
})

it('a previous secret that cannot be read does not stop deliveries', async () => {
  const hook = await hooks.subscribe(['new_contact'])
  const previousSecretUntil = new Date(Date.now() + HOUR_MS)
  await db.webhookSubscription.update({
    where: { id: hook.id },
    data: { previousSecretEncrypted: 'lost', previousSecretUntil },
  })
  expect((await delivered(hook, [hook.secret])).accepted).toEqual([true])
})

it('an encrypted webhook secret cannot be opened with the id of another subscription', async () => {
  expect(decryptSigningSecret(encryptSecret('webhook-secret', 'whsec_x', 'a'), 'a')).toBe('whsec_x')
  expect(decryptSigningSecret(encryptSecret('webhook-secret', 'whsec_x', 'a'), 'b')).toBeNull()
})
