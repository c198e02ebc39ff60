import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { audit, type FieldChange, listFieldChanges } from '../../audit/audit'
import type { AuditAction } from '../../audit/vocabulary'
import { now } from '../../clock'
import type { Tx } from '../../db'
import { encryptSecret } from '../../encryption'
import { lockRow } from '../../locks'
import type { DeliveryReason, EventKind } from '../schema'

/*
 * The row of an address and the two ways to change its events, for subscribe calls and sequence steps. Each locks the row
 * before reading it, so that concurrent changes of one address serialize.
 */

export type SubscriptionRow = {
  id: string
  hookUrl: string
  triggerTypes: string[]
  active: boolean
  ownerKeyId: string | null
  createdAt: Date
}

export type SubscriptionKey = { id: string } | { hookUrl: string }

type NewRow = { organizationId: string; hookUrl: string; kinds: readonly EventKind[] }

export type UpsertedSubscription = { row: SubscriptionRow; secret: string | null }

const MAX_TRIES = 20

export async function lockSubscription(
  tx: Tx,
  organizationId: string,
  key: SubscriptionKey,
): Promise<SubscriptionRow | null> {
  const target =
    'id' in key
      ? key
      : await tx.webhookSubscription.findFirst({ where: { organizationId, ...key }, select: { id: true } })
  if (!target || !(await lockRow(tx, 'webhook_subscription', organizationId, target.id))) return null
  return tx.webhookSubscription.findUnique({
    where: { organizationId, id: target.id },
    select: { id: true, hookUrl: true, triggerTypes: true, active: true, ownerKeyId: true, createdAt: true },
  })
}

/**
 * Adds the kinds to the address's row and activates it; if there is none, creates it with a new secret.
 * @param ownerKeyId the owner of a new row; an existing row keeps its owner.
 * @param beforeCreate may throw to refuse, under the transaction's locks.
 */
export async function upsertSubscription(
  tx: Tx,
  { organizationId, hookUrl, kinds }: NewRow,
  ownerKeyId: string | null,
  beforeCreate?: () => Promise<void>,
): Promise<UpsertedSubscription> {
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const existing = await lockSubscription(tx, organizationId, { hookUrl })
    if (existing) return { row: await addKinds(tx, organizationId, existing, kinds), secret: null }
    await beforeCreate?.()
    const created = newRow({ organizationId, hookUrl, kinds }, ownerKeyId)
    // Blocks on a concurrent creation of the same address; if that commits, this inserts nothing.
    const { count } = await tx.webhookSubscription.createMany({ data: [created.data], skipDuplicates: true })
    if (count !== 1) continue
    const changes = [{ field: 'triggerTypes', from: null, to: created.data.triggerTypes }]
    await auditSubscription(organizationId, 'webhook.created', created.data, changes)
    return { row: created.data, secret: created.secret }
  }
  throw new Error('the subscription was created and removed by others too often')
}

export async function removeEventKind(
  tx: Tx,
  organizationId: string,
  row: SubscriptionRow,
  kind: EventKind,
): Promise<'kept' | 'deleted'> {
  const triggerTypes = row.triggerTypes.filter((existingKind) => existingKind !== kind)
  if (triggerTypes.length === 0) {
    await deleteSubscription(tx, organizationId, row)
    return 'deleted'
  }
  await setEventKinds(tx, organizationId, row, triggerTypes)
  return 'kept'
}

export async function deleteSubscription(tx: Tx, organizationId: string, row: SubscriptionRow): Promise<void> {
  await tx.webhookSubscription.delete({ where: { id: row.id, organizationId } })
  await auditSubscription(organizationId, 'webhook.removed', row)
}

export async function setEventKinds(
  tx: Tx,
  organizationId: string,
  row: SubscriptionRow,
  triggerTypes: readonly string[],
): Promise<void> {
  const removedKinds = row.triggerTypes.filter((existingKind) => !triggerTypes.includes(existingKind))
  const data = { triggerTypes: [...triggerTypes] }
  await tx.webhookSubscription.update({ where: { id: row.id, organizationId }, data })
  if (removedKinds.length > 0)
    await cancelPending(tx, organizationId, { subscriptionId: row.id, kinds: removedKinds }, 'unsubscribed')
  const changes = listFieldChanges({ triggerTypes: row.triggerTypes }, data)
  if (changes.length > 0) await auditSubscription(organizationId, 'webhook.changed', row, changes)
}

export async function activateSubscription(tx: Tx, organizationId: string, row: SubscriptionRow): Promise<void> {
  if (row.active) return
  await tx.webhookSubscription.update({
    where: { id: row.id, organizationId },
    data: { active: true, deactivatedAt: null },
  })
  await cancelPending(tx, organizationId, { subscriptionId: row.id }, 'gone')
  await auditSubscription(organizationId, 'webhook.reactivated', row)
}

async function cancelPending(
  tx: Tx,
  organizationId: string,
  { subscriptionId, kinds }: { subscriptionId: string; kinds?: string[] },
  reason: DeliveryReason,
): Promise<void> {
  await tx.webhookDelivery.updateMany({
    where: { organizationId, subscriptionId, status: 'pending', ...(kinds ? { kind: { in: kinds } } : {}) },
    data: { status: 'cancelled', reason, nextAttemptAt: null, endedAt: now() },
  })
}

export function auditSubscription(
  organizationId: string,
  action: AuditAction & `webhook.${string}`,
  { id, hookUrl }: Pick<SubscriptionRow, 'id' | 'hookUrl'>,
  changes: readonly FieldChange[] = [],
): Promise<void> {
  const record = { type: 'webhook', id, name: hookUrl } as const
  return audit(organizationId, { action, record, changes, about: { subscriptionId: id } })
}

export function generateSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

async function addKinds(
  tx: Tx,
  organizationId: string,
  row: SubscriptionRow,
  kinds: readonly EventKind[],
): Promise<SubscriptionRow> {
  await activateSubscription(tx, organizationId, row)
  const triggerTypes = [...new Set([...row.triggerTypes, ...kinds])]
  if (triggerTypes.length > row.triggerTypes.length) await setEventKinds(tx, organizationId, row, triggerTypes)
  return { ...row, triggerTypes, active: true }
}

function newRow({ organizationId, hookUrl, kinds }: NewRow, ownerKeyId: string | null) {
  const id = uuidv7()
  const secret = generateSecret()
  const data = {
    id,
    organizationId,
    hookUrl,
    triggerTypes: [...new Set<string>(kinds)],
    active: true,
    ownerKeyId,
    createdAt: now(),
    secretEncrypted: encryptSecret('webhook-secret', secret, id),
  }
  return { data, secret }
}
