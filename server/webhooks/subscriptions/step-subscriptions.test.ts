import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { revokeApiKey, setApiKeyActive } from '../../api-keys/keys'
import { db } from '../../db'
import { parseNetworks } from '../../outbound/networks'
import { deleteSequence, saveSequence } from '../../sequences/sequences'
import { holding, untilLockAwaited } from '../../testing/database/locks'
import { anApiKey, anOrganization } from '../../testing/factories/basics'
import { transact } from '../../unit-of-work'
import { listSubscriptionsWithAttempts } from '../console/subscription-details'
import { attemptDelivery } from '../delivering/attempt-delivery'
import { emitStepCompleted } from './step-subscriptions'
import { subscribe, unsubscribe } from './subscriptions'

/** A literal public IP address, so that no DNS lookup is needed. Nothing connects to it. */
const anAddress = () => `https://93.184.215.14/${randomUUID()}`

async function anIntegration() {
  const organizationId = await anOrganization()
  const A = (await anApiKey(organizationId, ['webhooks:*'])).id
  const step = (webhookUrl: string | null) => ({
    type: 'wait' as const,
    delay: 0,
    condition: 'always' as const,
    webhookUrl,
  })
  const save = (urls: (string | null)[], id?: string) =>
    saveSequence(organizationId, {
      ...(id === undefined ? {} : { id }),
      name: 'After a visit',
      description: '',
      steps: urls.map(step),
    })
  const fire = (hookUrl: string) =>
    transact((work) => emitStepCompleted(work, { organizationId, hookUrl, payload: { event: 'step.completed' } }))
  const key = (hookUrl: string, triggerType: 'new_contact' | 'new_review' = 'new_contact', apiKeyId = A) =>
    subscribe(organizationId, { hookUrl, triggerType }, apiKeyId)
  const row = (hookUrl: string) => db.webhookSubscription.findFirst({ where: { organizationId, hookUrl } })
  const deactivate = (hookUrl: string) =>
    db.webhookSubscription.updateMany({ where: { organizationId, hookUrl }, data: { active: false } })
  const secretOf = async (hookUrl: string) =>
    (await listSubscriptionsWithAttempts(organizationId)).find((held) => held.hookUrl === hookUrl)?.secret
  const deliveries = () => db.webhookDelivery.findMany({ where: { organizationId }, orderBy: { createdAt: 'asc' } })
  return { organizationId, A, save, fire, key, row, deactivate, secretOf, deliveries }
}

describe('addresses shared by steps and keys', () => {
  it('a key that joins a step’s subscription does not own it, and revoking the key changes nothing', async () => {
    const { organizationId, A, save, fire, key, row, deliveries } = await anIntegration()
    const url = anAddress()
    await save([url])
    expect(await key(url)).toMatchObject({ secret: null, ownedByThisKey: false })
    expect(await row(url)).toMatchObject({ ownerKeyId: null, triggerTypes: ['step.completed', 'new_contact'] })
    await setApiKeyActive(organizationId, { id: A, isActive: false })
    await fire(url)
    await revokeApiKey(organizationId, A)
    await fire(url)
    expect(await row(url)).toMatchObject({ triggerTypes: ['step.completed', 'new_contact'], active: true })
    expect(await deliveries()).toHaveLength(2)
  })

  it('a step joins a key’s subscription and secret, and deactivating the key pauses step.completed', async () => {
    const { organizationId, A, save, fire, key, row, secretOf, deliveries } = await anIntegration()
    const url = anAddress()
    const { secret } = await key(url)
    await save([url])
    expect(await row(url)).toMatchObject({ ownerKeyId: A, triggerTypes: ['new_contact', 'step.completed'] })
    expect(await secretOf(url)).toBe(secret)
    await setApiKeyActive(organizationId, { id: A, isActive: false })
    await fire(url)
    expect(await deliveries()).toEqual([])
  })

  it('a completed step re-creates the subscription of a revoked key without an owner, and another key joins it', async () => {
    const { organizationId, A, save, fire, key, row, secretOf, deliveries } = await anIntegration()
    const url = anAddress()
    const { id, secret } = await key(url)
    await save([url])
    await revokeApiKey(organizationId, A)
    expect(await row(url)).toBeNull()
    await fire(url)
    const anew = await row(url)
    expect(anew).toMatchObject({ ownerKeyId: null, triggerTypes: ['step.completed'], active: true })
    expect(anew?.id).not.toBe(id)
    const freshSecret = await secretOf(url)
    expect(freshSecret).toMatch(/^whsec_/)
    expect(freshSecret).not.toBe(secret)
    expect(await deliveries()).toMatchObject([{ subscriptionId: anew?.id, kind: 'step.completed' }])
    const C = (await anApiKey(organizationId, ['webhooks:*'])).id
    expect(await key(url, 'new_review', C)).toMatchObject({ id: anew?.id, secret: null, ownedByThisKey: false })
    expect(await row(url)).toMatchObject({ ownerKeyId: null, triggerTypes: ['step.completed', 'new_review'] })
  })

  it('a key that subscribes after a revocation owns the subscription, and the next step completion joins it', async () => {
    const { organizationId, A, save, fire, key, row } = await anIntegration()
    const url = anAddress()
    await key(url)
    await save([url])
    await revokeApiKey(organizationId, A)
    const C = (await anApiKey(organizationId, ['webhooks:*'])).id
    const { id } = await key(url, 'new_contact', C)
    await fire(url)
    expect(await row(url)).toMatchObject({ id, ownerKeyId: C, triggerTypes: ['new_contact', 'step.completed'] })
  })

  it('a step completion concurrent with the revocation of the key re-creates the subscription without an owner', async () => {
    const { organizationId, A, save, fire, key, row, deliveries } = await anIntegration()
    const url = anAddress()
    const { id } = await key(url)
    await save([url])
    const { fired } = await holding(async (tx) => {
      await tx.apiKey.delete({ where: { id: A, organizationId } })
      const started = { fired: fire(url) }
      await untilLockAwaited('%webhook_%')
      return started
    })
    await fired
    const anew = await row(url)
    expect(anew).toMatchObject({ ownerKeyId: null, triggerTypes: ['step.completed'] })
    expect(anew?.id).not.toBe(id)
    expect(await deliveries()).toMatchObject([{ subscriptionId: anew?.id }])
  })

  it('a completed step queues a delivery for the subscription of an expired key', async () => {
    const { A, save, fire, key, deliveries } = await anIntegration()
    const url = anAddress()
    await key(url)
    await save([url])
    await db.apiKey.update({ where: { id: A }, data: { expiresAt: new Date(Date.now() - 1000) } })
    await fire(url)
    expect(await deliveries()).toMatchObject([{ kind: 'step.completed', status: 'pending' }])
  })

  it('a completed step neither queues a delivery for a deactivated subscription nor reactivates it', async () => {
    const { save, fire, row, deactivate, deliveries } = await anIntegration()
    const url = anAddress()
    await save([url])
    await deactivate(url)
    await fire(url)
    expect(await deliveries()).toEqual([])
    expect(await row(url)).toMatchObject({ active: false })
  })

  it('a step completion concurrent with a deactivation neither joins nor reactivates the subscription', async () => {
    const { save, fire, row, deliveries } = await anIntegration()
    const url = anAddress()
    await save([url])
    const { id = '' } = (await row(url)) ?? {}
    await db.webhookSubscription.update({ where: { id }, data: { triggerTypes: ['new_contact'] } })
    const { fired } = await holding(async (tx) => {
      await tx.webhookSubscription.update({ where: { id }, data: { active: false } })
      const started = { fired: fire(url) }
      await untilLockAwaited('%FROM webhook_subscription%FOR UPDATE%')
      return started
    })
    await fired
    expect(await row(url)).toMatchObject({ active: false, triggerTypes: ['new_contact'] })
    expect(await deliveries()).toEqual([])
  })

  it('saving an unchanged step reactivates its deactivated subscription with the same secret', async () => {
    const { save, fire, row, deactivate, deliveries } = await anIntegration()
    const url = anAddress()
    const { id } = await save([url])
    const before = await row(url)
    await deactivate(url)
    await save([url], id)
    expect(await row(url)).toMatchObject({
      id: before?.id,
      active: true,
      deactivatedAt: null,
      secretEncrypted: before?.secretEncrypted,
    })
    await fire(url)
    expect(await deliveries()).toHaveLength(1)
  })

  it('the body of a step.completed delivery is the bare object', async () => {
    const { save, fire, deliveries } = await anIntegration()
    const url = anAddress()
    await save([url])
    await fire(url)
    expect((await deliveries()).map(({ body }) => body)).toEqual(['{"event":"step.completed"}'])
  })
})

describe('saving and releasing step addresses', () => {
  it('saving a step creates a subscription without an owner, whose secret is visible before the first event', async () => {
    const { save, row, secretOf } = await anIntegration()
    const url = anAddress()
    await save([url])
    expect(await row(url)).toMatchObject({ ownerKeyId: null, triggerTypes: ['step.completed'], active: true })
    expect(await secretOf(url)).toMatch(/^whsec_/)
  })

  it('changing a step’s address removes step.completed and deletes a subscription without other events', async () => {
    const { save, key, row } = await anIntegration()
    const [alone, shared, next] = [anAddress(), anAddress(), anAddress()]
    await key(shared)
    const { id } = await save([alone, shared])
    await save([next, next], id)
    expect(await row(alone)).toBeNull()
    expect(await row(shared)).toMatchObject({ triggerTypes: ['new_contact'] })
    expect(await row(next)).toMatchObject({ triggerTypes: ['step.completed'] })
  })

  it('an address of two steps in two spellings is released when the last step stops using it', async () => {
    const { save, row } = await anIntegration()
    const path = randomUUID()
    const url = `https://93.184.215.14/${path}`
    const one = await save([url])
    const other = await save([`HTTPS://93.184.215.14:443/${path}#x`])
    await save([null], one.id)
    expect(await row(url)).toMatchObject({ triggerTypes: ['step.completed'] })
    await save([null], other.id)
    expect(await row(url)).toBeNull()
  })

  it('steps that stop using an address concurrently leave no subscription behind', async () => {
    const { save, row } = await anIntegration()
    for (let round = 0; round < 5; round += 1) {
      const url = anAddress()
      const sequences = await Promise.all([save([url]), save([url]), save([url])])
      expect(await row(url)).not.toBeNull()
      await Promise.all(sequences.map(({ id }) => save([null], id)))
      expect(await row(url)).toBeNull()
    }
  })

  it('deleting a step or its sequence releases the step’s webhook address', async () => {
    const { organizationId, save, key, row } = await anIntegration()
    const [byStep, bySequence, shared] = [anAddress(), anAddress(), anAddress()]
    await key(shared)
    const one = await save([byStep, null])
    await save([null], one.id)
    expect(await row(byStep)).toBeNull()
    const other = await save([bySequence, shared])
    await deleteSequence(organizationId, other.id)
    expect(await row(bySequence)).toBeNull()
    expect(await row(shared)).toMatchObject({ triggerTypes: ['new_contact'] })
  })

  it('a step’s new address is active while the old subscription stays deactivated for its other events', async () => {
    const { save, key, row, deactivate } = await anIntegration()
    const [old, next] = [anAddress(), anAddress()]
    await key(old)
    const { id } = await save([old])
    await deactivate(old)
    await save([next], id)
    expect(await row(next)).toMatchObject({ active: true })
    expect(await row(old)).toMatchObject({ active: false, triggerTypes: ['new_contact'] })
  })

  it('refuses the 101st webhook address, counting those of steps, after freeing the ones a save releases', async () => {
    const { organizationId, key, save } = await anIntegration()
    const full = await save(Array.from({ length: 50 }, anAddress))
    const more = await save(Array.from({ length: 49 }, anAddress))
    const urls = more.steps.map((step) => step.webhookUrl ?? null)
    const last = anAddress()
    await key(last)
    const refused = { code: 'VALIDATION_ERROR' }
    await expect(save([null, anAddress()])).rejects.toMatchObject({
      ...refused,
      details: { 'steps.1.webhookUrl': [expect.stringContaining('100 webhook addresses')] },
    })
    await expect(key(anAddress())).rejects.toMatchObject(refused)
    await expect(save([...urls, anAddress()], more.id)).rejects.toMatchObject(refused)
    expect(await db.webhookSubscription.count({ where: { organizationId } })).toBe(100)
    await save([...urls.slice(1), anAddress(), last], more.id)
    await save([last], full.id)
    await key(anAddress())
    expect(await db.webhookSubscription.count({ where: { organizationId } })).toBe(51)
  })

  it('a step’s address counts toward the limit after its subscription was deleted with the key', async () => {
    const { organizationId, A, key, save, fire, row } = await anIntegration()
    const urls = Array.from({ length: 50 }, anAddress)
    for (const url of urls) await key(url)
    await save(urls)
    await revokeApiKey(organizationId, A)
    const other = (await anApiKey(organizationId, ['webhooks:*'])).id
    for (let count = 0; count < 50; count += 1) await key(anAddress(), 'new_contact', other)
    await expect(key(anAddress(), 'new_contact', other)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
    await fire(urls[0] ?? '')
    expect(await row(urls[0] ?? '')).toMatchObject({ active: true })
  })

  it('saving a step with an address in a private network is refused with an error on that step', async () => {
    const { save } = await anIntegration()
    await expect(save([null, 'https://10.0.0.1/'])).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { 'steps.1.webhookUrl': [expect.stringContaining('private network')] },
    })
  })

  it('does not dial a step address that is private by the time of the delivery attempt', async () => {
    const { organizationId, save, fire, row, deliveries } = await anIntegration()
    const url = anAddress()
    await save([url])
    const inside = `https://127.0.0.1:8443/${randomUUID()}`
    const { id = '' } = (await row(url)) ?? {}
    await db.webhookSubscription.update({ where: { id }, data: { hookUrl: inside } })
    await db.sequenceStep.updateMany({ where: { organizationId }, data: { webhookUrl: inside } })
    await fire(inside)
    const [delivery] = await deliveries()
    await attemptDelivery(organizationId, delivery?.id ?? '', { allowed: parseNetworks([]) })
    expect(await db.webhookAttempt.findMany({ where: { organizationId } })).toMatchObject([
      { success: false, httpStatusCode: null, error: 'ADDRESS_BLOCKED' },
    ])
  })

  it.each([
    ['http://receiver.example/steps', 'URL_REFUSED'],
    ['https://user:secret@receiver.example/steps', 'URL_REFUSED'],
    ['https://[::ffff:10.0.0.1]/steps', 'ADDRESS_BLOCKED'],
  ])(
    'each delivery attempt checks the stored step address again and does not dial the forbidden %s',
    async (stored, error) => {
      const { organizationId, save, fire, row, deliveries } = await anIntegration()
      const url = anAddress()
      await save([url])
      await db.webhookSubscription.updateMany({ where: { id: (await row(url))?.id ?? '' }, data: { hookUrl: stored } })
      await db.sequenceStep.updateMany({ where: { organizationId }, data: { webhookUrl: stored } })
      await fire(stored)
      await fire(stored)
      for (const { id } of await deliveries())
        await attemptDelivery(organizationId, id, { allowed: parseNetworks([]), nameServers: ['127.0.0.1:9'] })
      const attempts = await db.webhookAttempt.findMany({ where: { organizationId } })
      expect(attempts).toHaveLength(2)
      for (const attempt of attempts) expect(attempt).toMatchObject({ success: false, httpStatusCode: null, error })
    },
  )

  it('releasing a step address cancels its queued deliveries', async () => {
    const { organizationId, save, fire, key, deliveries } = await anIntegration()
    const url = anAddress()
    await key(url)
    const { id } = await save([url])
    await fire(url)
    await save([null], id)
    const [queued] = await deliveries()
    expect(queued).toMatchObject({ status: 'cancelled', endedAt: expect.any(Date) })
    expect(await attemptDelivery(organizationId, queued?.id ?? '')).toEqual({ state: 'ended' })
    expect(await db.webhookAttempt.count({ where: { organizationId } })).toBe(0)
  })

  it('a step completion after the address was released does not re-create the subscription', async () => {
    const { save, fire, row, deliveries } = await anIntegration()
    const url = anAddress()
    const { id } = await save([url])
    await save([null], id)
    await fire(url)
    expect(await row(url)).toBeNull()
    expect(await deliveries()).toEqual([])
  })

  it('unsubscribing a key’s event keeps step.completed on the subscription', async () => {
    const { organizationId, save, key, row } = await anIntegration()
    const url = anAddress()
    await save([url])
    await key(url)
    expect(await unsubscribe(organizationId, { hookUrl: url, triggerType: 'new_contact' })).toMatchObject({
      deleted: false,
    })
    expect(await row(url)).toMatchObject({ triggerTypes: ['step.completed'] })
  })
})
