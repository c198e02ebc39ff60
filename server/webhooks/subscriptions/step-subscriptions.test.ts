import { describe, expect, it } from 'vitest'
import { revokeApiKey, setApiKeyActive } from '../../api-keys/api-keys'
import { db } from '../../db'
import { waitForLockWaiters, withOpenTransaction } from '../../testing/database/locks'
import { anApiKey } from '../../testing/factories/basics'
import { listSubscriptionsWithSecrets } from '../dashboard/list-subscriptions-with-secrets'
import { anIpHookUrl, anOrganizationForStepWebhooks } from './step-subscription-fixture'

describe('addresses shared by steps and keys', () => {
  it('a key that joins a step’s subscription does not own it, and revoking the key changes nothing', async () => {
    const { organizationId, A, save, completeStep, subscribeAs, row, deliveries } =
      await anOrganizationForStepWebhooks()
    const url = anIpHookUrl()
    await save([url])
    expect(await subscribeAs(url)).toMatchObject({ secret: null, ownedByThisKey: false })
    expect(await row(url)).toMatchObject({ ownerKeyId: null, triggerTypes: ['step.completed', 'new_contact'] })
    await setApiKeyActive(organizationId, { id: A, isActive: false })
    await completeStep(url)
    await revokeApiKey(organizationId, A)
    await completeStep(url)
    expect(await row(url)).toMatchObject({ triggerTypes: ['step.completed', 'new_contact'], active: true })
    expect(await deliveries()).toHaveLength(2)
  })

  it('a step joins a key’s subscription and secret, and deactivating the key pauses step.completed', async () => {
    const { organizationId, A, save, completeStep, subscribeAs, row, deliveries } =
      await anOrganizationForStepWebhooks()
    const url = anIpHookUrl()
    const { secret } = await subscribeAs(url)
    await save([url])
    expect(await row(url)).toMatchObject({ ownerKeyId: A, triggerTypes: ['new_contact', 'step.completed'] })
    expect(await readSecret(organizationId, url)).toBe(secret)
    await setApiKeyActive(organizationId, { id: A, isActive: false })
    await completeStep(url)
    expect(await deliveries()).toEqual([])
  })

  it('a completed step re-creates the subscription of a revoked key without an owner, and another key joins it', async () => {
    const { organizationId, A, save, completeStep, subscribeAs, row, deliveries } =
      await anOrganizationForStepWebhooks()
    const url = anIpHookUrl()
    const { id, secret } = await subscribeAs(url)
    await save([url])
    await revokeApiKey(organizationId, A)
    expect(await row(url)).toBeNull()
    await completeStep(url)
    const recreated = await row(url)
    expect(recreated).toMatchObject({ ownerKeyId: null, triggerTypes: ['step.completed'], active: true })
    expect(recreated?.id).not.toBe(id)
    const freshSecret = await readSecret(organizationId, url)
    expect(freshSecret).toMatch(/^whsec_/)
    expect(freshSecret).not.toBe(secret)
    expect(await deliveries()).toMatchObject([{ subscriptionId: recreated?.id, kind: 'step.completed' }])
    const C = (await anApiKey(organizationId, ['webhooks:*'])).id
    expect(await subscribeAs(url, 'new_review', C)).toMatchObject({
      id: recreated?.id,
      secret: null,
      ownedByThisKey: false,
    })
    expect(await row(url)).toMatchObject({ ownerKeyId: null, triggerTypes: ['step.completed', 'new_review'] })
  })

  it('a key that subscribes after a revocation owns the subscription, and the next step completion joins it', async () => {
    const { organizationId, A, save, completeStep, subscribeAs, row } = await anOrganizationForStepWebhooks()
    const url = anIpHookUrl()
    await subscribeAs(url)
    await save([url])
    await revokeApiKey(organizationId, A)
    const C = (await anApiKey(organizationId, ['webhooks:*'])).id
    const { id } = await subscribeAs(url, 'new_contact', C)
    await completeStep(url)
    expect(await row(url)).toMatchObject({ id, ownerKeyId: C, triggerTypes: ['new_contact', 'step.completed'] })
  })

  it('a step completion concurrent with the revocation of the key re-creates the subscription without an owner', async () => {
    const { organizationId, A, save, completeStep, subscribeAs, row, deliveries } =
      await anOrganizationForStepWebhooks()
    const url = anIpHookUrl()
    const { id } = await subscribeAs(url)
    await save([url])
    const { fired } = await withOpenTransaction(async (tx) => {
      await tx.apiKey.delete({ where: { id: A, organizationId } })
      const started = { fired: completeStep(url) }
      await waitForLockWaiters('%webhook_%')
      return started
    })
    await fired
    const recreated = await row(url)
    expect(recreated).toMatchObject({ ownerKeyId: null, triggerTypes: ['step.completed'] })
    expect(recreated?.id).not.toBe(id)
    expect(await deliveries()).toMatchObject([{ subscriptionId: recreated?.id }])
  })

  it('a completed step queues a delivery for the subscription of an expired key', async () => {
    const { A, save, completeStep, subscribeAs, deliveries } = await anOrganizationForStepWebhooks()
    const url = anIpHookUrl()
    await subscribeAs(url)
    await save([url])
    await db.apiKey.update({ where: { id: A }, data: { expiresAt: new Date(Date.now() - 1000) } })
    await completeStep(url)
    expect(await deliveries()).toMatchObject([{ kind: 'step.completed', status: 'pending' }])
  })

  it('a completed step neither queues a delivery for a deactivated subscription nor reactivates it', async () => {
    const { save, completeStep, row, deactivateAddress, deliveries } = await anOrganizationForStepWebhooks()
    const url = anIpHookUrl()
    await save([url])
    await deactivateAddress(url)
    await completeStep(url)
    expect(await deliveries()).toEqual([])
    expect(await row(url)).toMatchObject({ active: false })
  })

  it('a step completion concurrent with a deactivation neither joins nor reactivates the subscription', async () => {
    const { save, completeStep, row, deliveries } = await anOrganizationForStepWebhooks()
    const url = anIpHookUrl()
    await save([url])
    const { id = '' } = (await row(url)) ?? {}
    await db.webhookSubscription.update({ where: { id }, data: { triggerTypes: ['new_contact'] } })
    const { fired } = await withOpenTransaction(async (tx) => {
      await tx.webhookSubscription.update({ where: { id }, data: { active: false } })
      const started = { fired: completeStep(url) }
      await waitForLockWaiters('%FROM webhook_subscription%FOR UPDATE%')
      return started
    })
    await fired
    expect(await row(url)).toMatchObject({ active: false, triggerTypes: ['new_contact'] })
    expect(await deliveries()).toEqual([])
  })

  it('saving an unchanged step reactivates its deactivated subscription with the same secret', async () => {
    const { save, completeStep, row, deactivateAddress, deliveries } = await anOrganizationForStepWebhooks()
    const url = anIpHookUrl()
    const { id } = await save([url])
    const before = await row(url)
    await deactivateAddress(url)
    await save([url], id)
    expect(await row(url)).toMatchObject({
      id: before?.id,
      active: true,
      deactivatedAt: null,
      secretEncrypted: before?.secretEncrypted,
    })
    await completeStep(url)
    expect(await deliveries()).toHaveLength(1)
  })

  it('the body of a step.completed delivery is the bare object', async () => {
    const { save, completeStep, deliveries } = await anOrganizationForStepWebhooks()
    const url = anIpHookUrl()
    await save([url])
    await completeStep(url)
    expect((await deliveries()).map(({ body }) => body)).toEqual(['{"event":"step.completed"}'])
  })
})

async function readSecret(organizationId: string, hookUrl: string) {
  const subscriptions = await listSubscriptionsWithSecrets(organizationId)
  return subscriptions.find((subscription) => subscription.hookUrl === hookUrl)?.secret
}
