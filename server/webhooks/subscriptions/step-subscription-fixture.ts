import { randomUUID } from 'node:crypto'
import { db } from '../../db'
import { saveSequence } from '../../sequences/sequences'
import { anApiKey, anOrganization } from '../../testing/factories/basics'
import { transact } from '../../unit-of-work'
import { emitStepCompleted } from './step-subscriptions'
import { subscribe } from './subscriptions'

/** A literal public IP address, so that no DNS lookup is needed. Nothing connects to it. */
export const anIpHookUrl = () => `https://93.184.215.14/${randomUUID()}`

export async function anOrganizationForStepWebhooks() {
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
  const completeStep = (hookUrl: string) =>
    transact((work) => emitStepCompleted(work, { organizationId, hookUrl, payload: { event: 'step.completed' } }))
  const subscribeAs = (hookUrl: string, triggerType: 'new_contact' | 'new_review' = 'new_contact', apiKeyId = A) =>
    subscribe(organizationId, { hookUrl, triggerType }, apiKeyId)
  const row = (hookUrl: string) => db.webhookSubscription.findFirst({ where: { organizationId, hookUrl } })
  const deactivateAddress = (hookUrl: string) =>
    db.webhookSubscription.updateMany({ where: { organizationId, hookUrl }, data: { active: false } })
  const deliveries = () => db.webhookDelivery.findMany({ where: { organizationId }, orderBy: { createdAt: 'asc' } })
  return { organizationId, A, save, completeStep, subscribeAs, row, deactivateAddress, deliveries }
}
