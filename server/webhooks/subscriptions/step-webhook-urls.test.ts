import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { revokeApiKey } from '../../api-keys/api-keys'
import { db } from '../../db'
import { parseNetworks } from '../../outbound/allowed-networks'
import { deleteSequence } from '../../sequences/sequences'
import { anApiKey } from '../../testing/factories/basics'
import { listSubscriptionsWithSecrets } from '../dashboard/list-subscriptions-with-secrets'
import { attemptDelivery } from '../delivery/attempt-delivery'
import { anIpHookUrl, anOrganizationForStepWebhooks } from './step-subscription-fixture'
import { unsubscribe } from './subscriptions'

describe('saving and releasing step addresses', () => {
  it('saving a step creates a subscription without an owner, whose secret is visible before the first event', async () => {
    const { organizationId, save, row } = await anOrganizationForStepWebhooks()
    const url = anIpHookUrl()
    await save([url])
    expect(await row(url)).toMatchObject({ ownerKeyId: null, triggerTypes: ['step.completed'], active: true })
    expect(await readSecret(organizationId, url)).toMatch(/^whsec_/)
  })

  it('changing a step’s address removes step.completed and deletes a subscription without other events', async () => {
    const { save, subscribeAs, row } = await anOrganizationForStepWebhooks()
    const [alone, shared, next] = [anIpHookUrl(), anIpHookUrl(), anIpHookUrl()]
    await subscribeAs(shared)
    const { id } = await save([alone, shared])
    await save([next, next], id)
    expect(await row(alone)).toBeNull()
    expect(await row(shared)).toMatchObject({ triggerTypes: ['new_contact'] })
    expect(await row(next)).toMatchObject({ triggerTypes: ['step.completed'] })
  })

  it('an address of two steps in two spellings is released when the last step stops using it', async () => {
    const { save, row } = await anOrganizationForStepWebhooks()
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
    const { save, row } = await anOrganizationForStepWebhooks()
    for (let round = 0; round < 5; round += 1) {
      const url = anIpHookUrl()
      const sequences = await Promise.all([save([url]), save([url]), save([url])])
      expect(await row(url)).not.toBeNull()
      await Promise.all(sequences.map(({ id }) => save([null], id)))
      expect(await row(url)).toBeNull()
    }
  })

  it('deleting a step or its sequence releases the step’s webhook address', async () => {
    const { organizationId, save, subscribeAs, row } = await anOrganizationForStepWebhooks()
    const [byStep, bySequence, shared] = [anIpHookUrl(), anIpHookUrl(), anIpHookUrl()]
    await subscribeAs(shared)
    const one = await save([byStep, null])
    await save([null], one.id)
    expect(await row(byStep)).toBeNull()
    const other = await save([bySequence, shared])
    await deleteSequence(organizationId, other.id)
    expect(await row(bySequence)).toBeNull()
    expect(await row(shared)).toMatchObject({ triggerTypes: ['new_contact'] })
  })

  it('a step’s new address is active while the old subscription stays deactivated for its other events', async () => {
    const { save, subscribeAs, row, deactivateAddress } = await anOrganizationForStepWebhooks()
    const [old, next] = [anIpHookUrl(), anIpHookUrl()]
    await subscribeAs(old)
    const { id } = await save([old])
    await deactivateAddress(old)
    await save([next], id)
    expect(await row(next)).toMatchObject({ active: true })
    expect(await row(old)).toMatchObject({ active: false, triggerTypes: ['new_contact'] })
  })

  it('refuses the 101st webhook address, counting those of steps, after freeing the ones a save releases', async () => {
    const { organizationId, subscribeAs, save } = await anOrganizationForStepWebhooks()
    const full = await save(Array.from({ length: 50 }, anIpHookUrl))
    const more = await save(Array.from({ length: 49 }, anIpHookUrl))
    const urls = more.steps.map((step) => step.webhookUrl ?? null)
    const last = anIpHookUrl()
    await subscribeAs(last)
    const refused = { code: 'VALIDATION_ERROR' }
    await expect(save([null, anIpHookUrl()])).rejects.toMatchObject({
      ...refused,
      details: { 'steps.1.webhookUrl': [expect.stringContaining('100 webhook addresses')] },
    })
    await expect(subscribeAs(anIpHookUrl())).rejects.toMatchObject(refused)
    await expect(save([...urls, anIpHookUrl()], more.id)).rejects.toMatchObject(refused)
    expect(await db.webhookSubscription.count({ where: { organizationId } })).toBe(100)
    await save([...urls.slice(1), anIpHookUrl(), last], more.id)
    await save([last], full.id)
    await subscribeAs(anIpHookUrl())
    expect(await db.webhookSubscription.count({ where: { organizationId } })).toBe(51)
  })

  it('a step’s address counts toward the limit after its subscription was deleted with the key', async () => {
    const { organizationId, A, subscribeAs, save, completeStep, row } = await anOrganizationForStepWebhooks()
    const urls = Array.from({ length: 50 }, anIpHookUrl)
    for (const url of urls) await subscribeAs(url)
    await save(urls)
    await revokeApiKey(organizationId, A)
    const other = (await anApiKey(organizationId, ['webhooks:*'])).id
    for (let count = 0; count < 50; count += 1) await subscribeAs(anIpHookUrl(), 'new_contact', other)
    await expect(subscribeAs(anIpHookUrl(), 'new_contact', other)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
    await completeStep(urls[0] ?? '')
    expect(await row(urls[0] ?? '')).toMatchObject({ active: true })
  })

  it('saving a step with an address in a private network is refused with an error on that step', async () => {
    const { save } = await anOrganizationForStepWebhooks()
    await expect(save([null, 'https://10.0.0.1/'])).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { 'steps.1.webhookUrl': [expect.stringContaining('private network')] },
    })
  })

  it('does not dial a step address that is private by the time of the delivery attempt', async () => {
    const { organizationId, save, completeStep, row, deliveries } = await anOrganizationForStepWebhooks()
    const url = anIpHookUrl()
    await save([url])
    const inside = `https://127.0.0.1:8443/${randomUUID()}`
    const { id = '' } = (await row(url)) ?? {}
    await db.webhookSubscription.update({ where: { id }, data: { hookUrl: inside } })
    await db.sequenceStep.updateMany({ where: { organizationId }, data: { webhookUrl: inside } })
    await completeStep(inside)
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
      const { organizationId, save, completeStep, row, deliveries } = await anOrganizationForStepWebhooks()
      const url = anIpHookUrl()
      await save([url])
      await db.webhookSubscription.updateMany({ where: { id: (await row(url))?.id ?? '' }, data: { hookUrl: stored } })
      await db.sequenceStep.updateMany({ where: { organizationId }, data: { webhookUrl: stored } })
      await completeStep(stored)
      await completeStep(stored)
      for (const { id } of await deliveries())
        await attemptDelivery(organizationId, id, { allowed: parseNetworks([]), nameServers: ['127.0.0.1:9'] })
      const attempts = await db.webhookAttempt.findMany({ where: { organizationId } })
      expect(attempts).toHaveLength(2)
      for (const attempt of attempts) expect(attempt).toMatchObject({ success: false, httpStatusCode: null, error })
    },
  )

  it('releasing a step address cancels its queued deliveries', async () => {
    const { organizationId, save, completeStep, subscribeAs, deliveries } = await anOrganizationForStepWebhooks()
    const url = anIpHookUrl()
    await subscribeAs(url)
    const { id } = await save([url])
    await completeStep(url)
    await save([null], id)
    const [queued] = await deliveries()
    expect(queued).toMatchObject({ status: 'cancelled', endedAt: expect.any(Date) })
    expect(await attemptDelivery(organizationId, queued?.id ?? '')).toEqual({ state: 'ended' })
    expect(await db.webhookAttempt.count({ where: { organizationId } })).toBe(0)
  })

  it('a step completion after the address was released does not re-create the subscription', async () => {
    const { save, completeStep, row, deliveries } = await anOrganizationForStepWebhooks()
    const url = anIpHookUrl()
    const { id } = await save([url])
    await save([null], id)
    await completeStep(url)
    expect(await row(url)).toBeNull()
    expect(await deliveries()).toEqual([])
  })

  it('unsubscribing a key’s event keeps step.completed on the subscription', async () => {
    const { organizationId, save, subscribeAs, row } = await anOrganizationForStepWebhooks()
    const url = anIpHookUrl()
    await save([url])
    await subscribeAs(url)
    expect(await unsubscribe(organizationId, { hookUrl: url, triggerType: 'new_contact' })).toMatchObject({
      deleted: false,
    })
    expect(await row(url)).toMatchObject({ triggerTypes: ['step.completed'] })
  })
})

async function readSecret(organizationId: string, hookUrl: string) {
  const subscriptions = await listSubscriptionsWithSecrets(organizationId)
  return subscriptions.find((subscription) => subscription.hookUrl === hookUrl)?.secret
}
