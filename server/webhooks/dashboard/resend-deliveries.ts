import { v7 as uuidv7 } from 'uuid'
import { now } from '../../clock'
import { db, type Prisma, type Tx } from '../../db'
import { NotFound } from '../../errors'
import { remainingCapacity, requireCapacity } from '../../jobs/backlog'
import { lockRow } from '../../locks'
import { localizableMessage } from '../../messages/localizable-message'
import { transact, type UnitOfWork } from '../../unit-of-work'
import type { Delivery, ResendFailedDeliveries, ResendResult } from '../schema'
import { createSubscriptionError } from '../subscriptions/subscription-rows'
import { getDelivery } from './delivery-log'
import { insertResendsOfFailed } from './queries'

/**
 * Resends a delivery's event: a new row with the same bytes, and up to five attempts of its own. The receiver sees the id of
 * the first delivery, because it is the same event.
 * @throws {NotFound}
 * @throws {ValidationError} if the subscription is not receiving, or the event is still pending.
 */
export async function resendDelivery(organizationId: string, id: string): Promise<Delivery> {
  await requireCapacity(organizationId, 'deliveries')
  const where = { id, organizationId }
  const delivery = await db.webhookDelivery.findFirst({ where, select: { subscriptionId: true } })
  if (!delivery) throw new NotFound('delivery')
  const { subscriptionId } = delivery
  const resentId = await transact(async (work) => {
    const { tx } = work
    const { triggerTypes } = await lockActiveSubscription(tx, organizationId, subscriptionId)
    const row = await tx.webhookDelivery.findFirst({ where })
    if (!row) throw new NotFound('delivery')
    const { kind, body, isTest } = row
    if (!isTest && !triggerTypes.includes(kind))
      throw createSubscriptionError(localizableMessage('webhook.unsubscribed'))
    const resendOfId = row.resendOfId ?? row.id
    const pending = await tx.webhookDelivery.findFirst({
      where: { organizationId, status: 'pending', OR: [{ id: resendOfId }, { resendOfId }] },
      select: { id: true },
    })
    if (pending) throw createSubscriptionError(localizableMessage('webhook.underWay'))
    return queueDelivery(work, { organizationId, subscriptionId, kind, body, isTest, resendOfId })
  })
  return getDelivery(organizationId, resentId)
}

/** @returns the id of the new delivery */
export async function queueDelivery(
  { tx, signal }: UnitOfWork,
  delivery: Omit<Prisma.WebhookDeliveryUncheckedCreateInput, 'id' | 'nextAttemptAt' | 'createdAt'>,
): Promise<string> {
  const id = uuidv7()
  await tx.webhookDelivery.create({ data: { ...delivery, id, nextAttemptAt: now(), createdAt: now() } })
  signal({ queue: 'webhooks/deliveries', organizationId: delivery.organizationId })
  return id
}

/**
 * Resends every event of the subscription whose delivery failed permanently since that time, once each. Skips events that a
 * later resend delivered, pending ones, and kinds that are no longer subscribed. Limited by the remaining capacity of the queue;
 * the rest can be resent later.
 * @throws {NotFound}
 * @throws {ValidationError} if the subscription is not receiving.
 */
export async function resendFailedDeliveries(
  organizationId: string,
  { id, since }: ResendFailedDeliveries,
): Promise<ResendResult> {
  await requireCapacity(organizationId, 'deliveries')
  const capacity = await remainingCapacity(organizationId, 'deliveries')
  return transact(async ({ tx, signal }) => {
    const { triggerTypes } = await lockActiveSubscription(tx, organizationId, id)
    const failed = { subscriptionId: id, since: new Date(since), kinds: triggerTypes, atMost: capacity }
    const resent = await insertResendsOfFailed(tx, organizationId, failed)
    if (resent > 0) signal({ queue: 'webhooks/deliveries', organizationId })
    return { resent }
  })
}

/**
 * Locks the subscription against resends, deactivation and removal until the transaction ends; events can still be queued for
 * it.
 * @throws {NotFound}
 * @throws {ValidationError} if its deliveries would be cancelled.
 */
export async function lockActiveSubscription(
  tx: Tx,
  organizationId: string,
  id: string,
): Promise<{ triggerTypes: string[] }> {
  await lockRow(tx, 'webhook_subscription', organizationId, id, 'NO KEY UPDATE')
  const row = await tx.webhookSubscription.findUnique({
    where: { organizationId, id },
    select: { active: true, triggerTypes: true, ownerKey: { select: { isActive: true } } },
  })
  if (!row) throw new NotFound('subscription')
  if (!row.active) throw createSubscriptionError(localizableMessage('webhook.deactivated'))
  if (row.ownerKey?.isActive === false) throw createSubscriptionError(localizableMessage('webhook.paused'))
  return row
}
