import { v7 as uuidv7 } from 'uuid'
import { now } from '../../clock'
import { Prisma, type Tx } from '../../db'
import { requireRoom } from '../../jobs/backlog'
import { deliveriesQueued } from '../../jobs/events'
import { transact } from '../../unit-of-work'
import type { Delivery, EventKind, SendTest } from '../schema'
import { getDelivery } from './delivery-log'
import { lockReceiver } from './resend'
import { samplePayload } from './sample-payloads'

/** How many deliveries of each subscription are searched for a real payload. */
const LOOKED_AT = 200

/**
 * Finds the newest record for this kind of event, as the API presents it; null if there is none. Injected, because contacts,
 * responses and reviews depend on webhooks, and not the reverse.
 */
export type NewestPayload = (organizationId: string, kind: EventKind) => Promise<object | null>

/**
 * Sends a test event. Its payload is the organization's latest real event of this kind, else one made from the newest record,
 * else a sample. Delivered like any other event, and marked as a test. The address need not be subscribed to the kind.
 * @throws {NotFound}
 * @throws {ValidationError} if the subscription is not receiving.
 */
export async function sendTestEvent(
  organizationId: string,
  { id: subscriptionId, kind }: SendTest,
  newest: NewestPayload,
): Promise<Delivery> {
  await requireRoom(organizationId, 'deliveries')
  const payload = (await newest(organizationId, kind)) ?? samplePayload(kind)
  const made = JSON.stringify(kind === 'step.completed' ? payload : [payload])
  const id = await transact(async ({ tx, wake }) => {
    await lockReceiver(tx, organizationId, subscriptionId)
    const body = (await newestBody(tx, organizationId, kind)) ?? made
    const data = { id: uuidv7(), organizationId, subscriptionId, kind, body, isTest: true }
    await tx.webhookDelivery.create({ data: { ...data, nextAttemptAt: now(), createdAt: now() } })
    wake(deliveriesQueued(organizationId))
    return data.id
  })
  return getDelivery(organizationId, id)
}

/** The body of the latest real event of any subscription. Reads only the newest rows of each log. */
async function newestBody(tx: Tx, organizationId: string, kind: EventKind): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ body: string }[]>(Prisma.sql`
    SELECT body FROM webhook_delivery WHERE id = (
      SELECT d.id FROM webhook_subscription s
      CROSS JOIN LATERAL (
        SELECT id, kind, is_test, created_at FROM webhook_delivery
        WHERE organization_id = s.organization_id AND subscription_id = s.id
        ORDER BY created_at DESC, id DESC LIMIT ${LOOKED_AT}
      ) d
      WHERE s.organization_id = ${organizationId}::uuid AND d.kind = ${kind} AND NOT d.is_test
      ORDER BY d.created_at DESC LIMIT 1)`)
  return row?.body ?? null
}
