import { randomUUID } from 'node:crypto'
import { afterAll } from 'vitest'
import { createContact } from '../../contacts/create-contact'
import { db } from '../../db'
import { parseNetworks } from '../../outbound/allowed-networks'
import { anApiKey, anEmailAddress, anOrganization } from '../../testing/factories/basics'
import { aDelivery, aSigningSubscription, makeDeliveryDue } from '../../testing/factories/webhooks'
import { aReceiver, type ScriptedResponse } from '../../testing/servers/https-receiver'
import { aNameServer } from '../../testing/servers/name-server'
import { subscribe } from '../subscriptions/subscriptions'
import { attemptDelivery } from './attempt-delivery'

const HOST = 'hook.example'

/** A receiver for the tests of one file; `scripts` holds its replies by path, in order, and repeats the last one. */
export async function useDeliveryReceiver() {
  const names = await aNameServer()
  names.set(HOST, ['127.0.0.1'])
  const receiver = await aReceiver({ hosts: [HOST, 'turning.example'] })
  const scripts = new Map<string, ScriptedResponse[]>()
  const allowed = parseNetworks(['127.0.0.1/32'])
  receiver.script((request, response) => {
    const path = request.url ?? ''
    const replies = scripts.get(path) ?? []
    const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? 200
    if (typeof reply === 'function') return reply(request, response)
    const { status, headers = {}, body = '', afterMs = 0 } = typeof reply === 'number' ? { status: reply } : reply
    setTimeout(() => response.writeHead(status, headers).end(body), afterMs)
  })
  afterAll(async () => {
    await receiver.close()
    names.close()
  })

  async function aHook(kinds: string[], replies: ScriptedResponse[], host = HOST) {
    const organizationId = await anOrganization()
    const key = await anApiKey(organizationId, ['webhooks:*'])
    const path = `/${randomUUID()}`
    scripts.set(path, replies)
    const subscription = await aSigningSubscription(organizationId, kinds, {
      hookUrl: receiver.url(path, host),
      ownerKeyId: key.id,
    })
    const { id: subscriptionId, hookUrl, secret } = subscription
    const options = { ...names, allowed, authorities: receiver.authorities }
    const attempt = (deliveryId: string) => attemptDelivery(organizationId, deliveryId, options)
    return {
      organizationId,
      keyId: key.id,
      subscriptionId,
      hookUrl,
      secret,
      path,
      attempt,
      retry: async (deliveryId: string) => {
        await makeDeliveryDue(deliveryId)
        return attempt(deliveryId)
      },
      queue: async (kind = kinds[0] ?? 'new_contact') => (await aDelivery(organizationId, subscriptionId, { kind })).id,
      event: async () => (await createContact(organizationId, { email: anEmailAddress(), firstName: 'Zoé' })).parse(),
      requests: () => receiver.requests.filter((request) => request.path === path),
      deliveries: () => db.webhookDelivery.findMany({ where: { organizationId }, orderBy: { createdAt: 'asc' } }),
      delivery: (id: string) => db.webhookDelivery.findUnique({ where: { id } }),
      attempts: (deliveryId?: string) =>
        db.webhookAttempt.findMany({
          where: { organizationId, ...(deliveryId === undefined ? {} : { deliveryId }) },
          orderBy: [{ createdAt: 'asc' }, { attempt: 'asc' }],
        }),
      subscription: () => db.webhookSubscription.findUnique({ where: { id: subscriptionId } }),
      subscribe: (triggerType: 'new_contact' | 'new_review' = 'new_contact', apiKeyId = key.id) =>
        subscribe(organizationId, { hookUrl, triggerType }, apiKeyId, options),
    }
  }

  return { names, scripts, aHook }
}
