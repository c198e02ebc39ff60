import { requireCapacity } from '../../jobs/backlog'
import { transact } from '../../unit-of-work'
import type { Delivery, EventKind, SendTestEvent } from '../schema'
import { getDelivery } from './delivery-log'
import { findNewestEventBody } from './queries'
import { lockActiveSubscription, queueDelivery } from './resend-deliveries'
import { SAMPLE_PAYLOADS } from './sample-payloads'

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
  { id: subscriptionId, kind }: SendTestEvent,
  loadNewest: LoadNewestPayload,
): Promise<Delivery> {
  await requireCapacity(organizationId, 'deliveries')
  const payload = (await loadNewest(organizationId, kind)) ?? SAMPLE_PAYLOADS[kind]
  const generatedBody = JSON.stringify(kind === 'step.completed' ? payload : [payload])
  const id = await transact(async (work) => {
    await lockActiveSubscription(work.tx, organizationId, subscriptionId)
    const body = (await findNewestEventBody(work.tx, organizationId, kind)) ?? generatedBody
    return queueDelivery(work, { organizationId, subscriptionId, kind, body, isTest: true })
  })
  return getDelivery(organizationId, id)
}
