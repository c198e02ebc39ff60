import { randomUUID } from 'node:crypto'
import { parseNetworks } from '../../outbound/allowed-networks'
import type { SafeRequestOptions } from '../../outbound/safe-request'
import { attemptDelivery } from '../../webhooks/delivery/attempt-delivery'
import { anApiKey, anOrganization } from '../factories/basics'
import { aSigningSubscription, makeDeliveryDue } from '../factories/webhooks'
import { aReceiver, type ScriptedResponse } from './https-receiver'
import { aNameServer } from './name-server'

const HOST = 'hook.example'

/** One HTTPS receiver per test file, with a path and a script per subscription. Close it after all tests. */
export async function aWebhookReceiver() {
  const names = await aNameServer()
  names.set(HOST, ['127.0.0.1'])
  const receiver = await aReceiver({ hosts: [HOST] })
  const scripts = new Map<string, ScriptedResponse[]>()
  receiver.script((request, response) => {
    const replies = scripts.get(request.url ?? '') ?? []
    const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? 200
    if (typeof reply === 'function') return reply(request, response)
    const { status, headers = {}, body = '', afterMs = 0 } = typeof reply === 'number' ? { status: reply } : reply
    setTimeout(() => response.writeHead(status, headers).end(body), afterMs)
  })
  const options: SafeRequestOptions = {
    ...names,
    allowed: parseNetworks(['127.0.0.1/32']),
    authorities: receiver.authorities,
  }

  return {
    subscribe: async (kinds: readonly string[], replies: ScriptedResponse[] = [200], organizationId?: string) => {
      const organization = organizationId ?? (await anOrganization())
      const key = await anApiKey(organization, ['webhooks:*'])
      const path = `/${randomUUID()}`
      scripts.set(path, replies)
      const subscription = await aSigningSubscription(organization, kinds, {
        hookUrl: receiver.url(path, HOST),
        ownerKeyId: key.id,
      })
      const attempt = (deliveryId: string) => attemptDelivery(organization, deliveryId, options)
      return {
        organizationId: organization,
        keyId: key.id,
        id: subscription.id,
        hookUrl: subscription.hookUrl,
        secret: subscription.secret,
        options,
        attempt: async (deliveryId: string) => {
          await makeDeliveryDue(deliveryId)
          return attempt(deliveryId)
        },
        exhaust: async (deliveryId: string) => {
          for (let count = 0; count < 5; count += 1) {
            await makeDeliveryDue(deliveryId)
            if ((await attempt(deliveryId)).state === 'ended') return
          }
        },
        requests: () => receiver.requests.filter((request) => request.path === path),
        script: (...next: ScriptedResponse[]) => void scripts.set(path, next),
      }
    },
    close: async () => {
      await receiver.close()
      names.close()
    },
  }
}

export type SubscribedWebhook = Awaited<ReturnType<Awaited<ReturnType<typeof aWebhookReceiver>>['subscribe']>>
