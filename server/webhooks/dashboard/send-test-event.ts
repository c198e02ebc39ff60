import { v7 as uuidv7 } from 'uuid'
import { now } from '../../clock'
import { requireCapacity } from '../../jobs/backlog'
import { deliveriesQueuedSignal } from '../../jobs/signals'
import { transact } from '../../unit-of-work'
import type { Delivery, EventKind, SendTest } from '../schema'
import { getDelivery } from './delivery-log'
import { findNewestEventBody } from './queries'
import { lockReceivingSubscription } from './resend-deliveries'
import { samplePayload } from './sample-payloads'

/**
 * Finds the newest record for this kind of event, as the API presents it; null if there is none. Injected, because contacts,
 * responses and reviews depend on webhooks, and not the reverse.
 */
export type LoadNewestPayload = (organizationId: string, kind: EventKind) => Promise<object | null>

/**
 * Sends a test event. Its payload is the organization's latest real event of this kind, else one made from the newest record,
 * else a sample. Delivered like any other event, and marked as a test. The address need not be subscribed to the kind.
 * @throws {NotFound}
 * @throws {ValidationError} if the subscription is not receiving.
 */
export async function sendTestEvent(
  organizationId: string,
  { id: subscriptionId, kind }: SendTest,
  loadNewest: LoadNewestPayload,
): Promise<Delivery> {
  await requireCapacity(organizationId, 'deliveries')
  const payload = (await loadNewest(organizationId, kind)) ?? samplePayload(kind)
  const generatedBody = JSON.stringify(kind === 'step.completed' ? payload : [payload])
  const id = await transact(async ({ tx, signal }) => {
    await lockReceivingSubscription(tx, organizationId, subscriptionId)
    const body = (await findNewestEventBody(tx, organizationId, kind)) ?? generatedBody
    const data = { id: uuidv7(), organizationId, subscriptionId, kind, body, isTest: true }
    await tx.webhookDelivery.create({ data: { ...data, nextAttemptAt: now(), createdAt: now() } })
    signal(deliveriesQueuedSignal(organizationId))
    return data.id
  })
  return getDelivery(organizationId, id)
}
