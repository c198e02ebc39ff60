import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { revokeApiKey, setApiKeyActive } from '../../api-keys/keys'
import { db } from '../../db'
import { parseNetworks } from '../../outbound/address'
import { deleteSequence, saveSequence } from '../../sequences/sequences'
import { holding, untilLockAwaited } from '../../testing/database/locks'
import { anApiKey, anOrganization } from '../../testing/factories/basics'
import { transact } from '../../unit-of-work'
import { listSubscriptionsWithAttempts } from '../console/subscription-details'
import { attemptDelivery } from '../delivering/attempt-delivery'
import { emitStepCompleted } from './step-subscriptions'
import { subscribe, unsubscribe } from './subscriptions'

/** A public address as a literal, so that nobody asks DNS. Nothing here dials it. */
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

describe('steps and keys on one address', () => {
  it('21: a key joins a step’s row: no secret, no owner; deactivating and revoking the key change nothing', async () => {
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

  it('22: a step joins a key’s row and its secret; deactivating the key pauses step.completed too', async () => {
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

  it('23, 24: after the key is revoked the next completion makes the row anew, without owner; another key joins that', async () => {
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

  it('23: a key that subscribes before the next completion owns the row, and the completion joins it', async () => {
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

  it('23: a completion that meets the revocation of the key waits for it and makes the row anew', async () => {
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

  it('25: a step fires to the row of an expired key', async () => {
    const { A, save, fire, key, deliveries } = await anIntegration()
    const url = anAddress()
    await key(url)
    await save([url])
    await db.apiKey.update({ where: { id: A }, data: { expiresAt: new Date(Date.now() - 1000) } })
    await fire(url)
    expect(await deliveries()).toMatchObject([{ kind: 'step.completed', status: 'pending' }])
  })

  it('31: firing while deactivated is skipped and reactivates nothing', async () => {
    const { save, fire, row, deactivate, deliveries } = await anIntegration()
    const url = anAddress()
    await save([url])
    await deactivate(url)
    await fire(url)
    expect(await deliveries()).toEqual([])
    expect(await row(url)).toMatchObject({ active: false })
  })

  it('31: a 410 that comes in while the step fires, on a row that the firing was about to join, is not undone', async () => {
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

  it('33: saving the step again, unchanged, reactivates', async () => {
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

  it('45: the body of step.completed is the bare object', async () => {
    const { save, fire, deliveries } = await anIntegration()
    const url = anAddress()
    await save([url])
    await fire(url)
    expect((await deliveries()).map(({ body }) => body)).toEqual(['{"event":"step.completed"}'])
  })
})

describe('saving and releasing', () => {
  it('58: saving a step makes the row at once, without an owner; its secret shows before the first event', async () => {
    const { save, row, secretOf } = await anIntegration()
    const url = anAddress()
    await save([url])
    expect(await row(url)).toMatchObject({ ownerKeyId: null, triggerTypes: ['step.completed'], active: true })
    expect(await secretOf(url)).toMatch(/^whsec_/)
  })

  it('59: changing the address takes step.completed off the old row; the row goes with its last event', async () => {
    const { save, key, row } = await anIntegration()
    const [alone, shared, next] = [anAddress(), anAddress(), anAddress()]
    await key(shared)
    const { id } = await save([alone, shared])
    await save([next, next], id)
    expect(await row(alone)).toBeNull()
    expect(await row(shared)).toMatchObject({ triggerTypes: ['new_contact'] })
    expect(await row(next)).toMatchObject({ triggerTypes: ['step.completed'] })
  })

  it('60: an address of two steps, spelled in two ways, is released when the last of them leaves', async () => {
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

  it('60: two changes at once release it exactly once, and none leaves the row behind', async () => {
    const { save, row } = await anIntegration()
    for (let round = 0; round < 5; round += 1) {
      const url = anAddress()
      const sequences = await Promise.all([save([url]), save([url]), save([url])])
      expect(await row(url)).not.toBeNull()
      await Promise.all(sequences.map(({ id }) => save([null], id)))
      expect(await row(url)).toBeNull()
    }
  })

  it('61: deleting the step or its sequence releases it the same way', async () => {
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

  it('62: a new address is active although the old row, kept by other events, stays deactivated', async () => {
    const { save, key, row, deactivate } = await anIntegration()
    const [old, next] = [anAddress(), anAddress()]
    await key(old)
    const { id } = await save([old])
    await deactivate(old)
    await save([next], id)
    expect(await row(next)).toMatchObject({ active: true })
    expect(await row(old)).toMatchObject({ active: false, triggerTypes: ['new_contact'] })
  })

  it('refuses steps past a hundred addresses, which those of steps are among, and lets others leave first', async () => {
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

  it('keeps the place of a step’s address whose row went with its key', async () => {
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

  it('63: an address that is private when it is saved is refused, naming the step', async () => {
    const { save } = await anIntegration()
    await expect(save([null, 'https://10.0.0.1/'])).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { 'steps.1.webhookUrl': [expect.stringContaining('private network')] },
    })
  })

  it('63: one that is private by the time it fires is not dialled', async () => {
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
    '63: each firing judges the address anew: %s, stored before the rule was, is not dialled',
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

  it('64: what is queued for an address that the steps release is cancelled', async () => {
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

  it('a completion that comes after the steps have released the address does not bring its row back', async () => {
    const { save, fire, row, deliveries } = await anIntegration()
    const url = anAddress()
    const { id } = await save([url])
    await save([null], id)
    await fire(url)
    expect(await row(url)).toBeNull()
    expect(await deliveries()).toEqual([])
  })

  it('13: an unsubscribe leaves the step’s event alone', async () => {
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
