import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { audit, type FieldChange, listFieldChanges } from '../../audit/audit'
import type { AuditAction } from '../../audit/constants'
import { now } from '../../clock'
import type { Prisma, Tx } from '../../db'
import { encryptSecret } from '../../encryption'
import { ValidationError } from '../../errors'
import { lockOrganization, lockRow } from '../../locks'
import { type LocalizableMessage, localizableMessage } from '../../messages/localizable-message'
import type { EventKind, UndeliveredReason } from '../schema'

/*
 * The row of an address and the two ways to change its events, for subscribe calls and sequence steps. Each locks the row
 * before reading it, so that concurrent changes of one address serialize.
 */

const COLUMNS = {
  id: true,
  hookUrl: true,
  triggerTypes: true,
  active: true,
  ownerKeyId: true,
  createdAt: true,
} as const
export type SubscriptionRow = Prisma.WebhookSubscriptionGetPayload<{ select: typeof COLUMNS }>

export type UpsertedSubscription = { row: SubscriptionRow; secret: string | null }

const MAX_TRIES = 20

export async function lockSubscription(
  tx: Tx,
  organizationId: string,
  key: { id: string } | { hookUrl: string },
): Promise<SubscriptionRow | null> {
  const target =
    'id' in key
      ? key
      : await tx.webhookSubscription.findFirst({ where: { organizationId, ...key }, select: { id: true } })
  if (!target || !(await lockRow(tx, 'webhook_subscription', organizationId, target.id))) return null
  return tx.webhookSubscription.findUnique({ where: { organizationId, id: target.id }, select: COLUMNS })
}

/**
 * Adds the kinds to the address's row and activates it; if there is none, creates it with a new secret.
 * @param ownerKeyId the owner of a new row; an existing row keeps its owner.
 * @param limitField the input field of the error past the organization's limit; without it a new row is not limited.
 * @throws {ValidationError}
 */
export async function upsertSubscription(
  tx: Tx,
  organizationId: string,
  { hookUrl, kinds, ownerKeyId }: { hookUrl: string; kinds: readonly EventKind[]; ownerKeyId: string | null },
  limitField?: string,
): Promise<UpsertedSubscription> {
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const existing = await lockSubscription(tx, organizationId, { hookUrl })
    if (existing) return { row: await addKinds(tx, organizationId, existing, kinds), secret: null }
    if (limitField !== undefined) await enforceWebhookUrlLimit(tx, organizationId, hookUrl, limitField)
    const id = uuidv7()
    const secret = generateSecret()
    const row = { id, hookUrl, triggerTypes: [...new Set(kinds)], active: true, ownerKeyId, createdAt: now() }
    const data = { ...row, organizationId, secretEncrypted: encryptSecret('webhook-secret', secret, id) }
    // Blocks on a concurrent creation of the same address; if that commits, this inserts nothing.
    const { count } = await tx.webhookSubscription.createMany({ data: [data], skipDuplicates: true })
    if (count !== 1) continue
    const changes = [{ field: 'triggerTypes', from: null, to: row.triggerTypes }]
    await auditSubscription(organizationId, 'webhook.created', row, changes)
    return { row, secret }
  }
  throw new Error('the subscription was created and removed by others too often')
}

export const MAX_WEBHOOK_URLS = 100

/**
 * Counts under a lock on the organization, so that concurrent creations cannot exceed the limit together. A step's address
 * counts even if its row was removed: the next completion recreates the row without a check.
 */
async function enforceWebhookUrlLimit(tx: Tx, organizationId: string, hookUrl: string, field: string): Promise<void> {
  await lockOrganization(tx, organizationId, 'NO KEY UPDATE')
  const subscriptions = await tx.webhookSubscription.findMany({ where: { organizationId }, select: { hookUrl: true } })
  const steps = await tx.sequenceStep.findMany({
    where: { organizationId, webhookUrl: { not: null } },
    select: { webhookUrl: true },
  })
  const used = [...subscriptions.map((row) => row.hookUrl), ...steps.map((step) => step.webhookUrl)]
  if (new Set([...used, hookUrl]).size <= MAX_WEBHOOK_URLS) return
  throw new ValidationError({ [field]: [localizableMessage('webhook.addresses', { maximum: MAX_WEBHOOK_URLS })] })
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
    await cancelPending(tx, { organizationId, subscriptionId: row.id, kind: { in: removedKinds } }, 'unsubscribed')
  const changes = listFieldChanges({ triggerTypes: row.triggerTypes }, data)
  if (changes.length > 0) await auditSubscription(organizationId, 'webhook.changed', row, changes)
}

export async function activateSubscription(tx: Tx, organizationId: string, row: SubscriptionRow): Promise<void> {
  if (row.active) return
  await tx.webhookSubscription.update({
    where: { id: row.id, organizationId },
    data: { active: true, deactivatedAt: null },
  })
  await cancelPending(tx, { organizationId, subscriptionId: row.id }, 'gone')
  await auditSubscription(organizationId, 'webhook.reactivated', row)
}

async function cancelPending(
  tx: Tx,
  deliveries: { organizationId: string; subscriptionId: string; kind?: { in: string[] } },
  reason: UndeliveredReason,
): Promise<void> {
  await tx.webhookDelivery.updateMany({
    where: { ...deliveries, status: 'pending' },
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

export function createSubscriptionError(reason: LocalizableMessage): ValidationError {
  return new ValidationError({ id: [reason] }, reason)
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
