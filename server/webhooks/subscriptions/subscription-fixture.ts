import { randomUUID } from 'node:crypto'
import { afterAll } from 'vitest'
import { createContact } from '../../contacts/create-contact'
import { db } from '../../db'
import { saveSequence } from '../../sequences/sequences'
import { anApiKey, anEmailAddress, anOrganization } from '../../testing/factories/basics'
import { aNameServer } from '../../testing/servers/name-server'
import type { TriggerType, Unsubscribe } from '../schema'
import { subscribe, unsubscribe } from './subscriptions'

/** A unique address; its name does not resolve, which must not cause a refusal. */
export const aHookUrl = () => `https://receiver.example/${randomUUID()}`

export const aSequenceWithWebhookUrl = (organizationId: string, webhookUrl: string) =>
  saveSequence(organizationId, {
    name: 'Welcome',
    description: '',
    status: 'draft',
    steps: [{ type: 'email', delay: 0, subject: 'Hello', body: 'Hello', webhookUrl, condition: 'always' }],
  })

export async function useWebhookOrganizations() {
  const names = await aNameServer()
  names.set('private.example', ['10.0.0.1'])
  afterAll(() => names.close())

  async function aWebhookOrganization() {
    const organizationId = await anOrganization()
    const key = async () => (await anApiKey(organizationId, ['webhooks:*'])).id
    const [A, B, C] = [await key(), await key(), await key()]
    const subscribeAs = (apiKeyId: string, hookUrl: string, triggerType: TriggerType = 'new_contact') =>
      subscribe(organizationId, { hookUrl, triggerType }, apiKeyId, names)
    const rows = () => db.webhookSubscription.findMany({ where: { organizationId }, orderBy: { createdAt: 'asc' } })
    const unsubscribeFrom = (input: Unsubscribe) => unsubscribe(organizationId, input)
    const event = () => createContact(organizationId, { email: anEmailAddress(), firstName: 'Ada' })
    const deliveries = () => db.webhookDelivery.findMany({ where: { organizationId } })
    return { organizationId, A, B, C, subscribeAs, rows, unsubscribeFrom, event, deliveries }
  }

  return { names, aWebhookOrganization }
}
