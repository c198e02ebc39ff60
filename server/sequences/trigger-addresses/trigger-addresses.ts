import { v7 as uuidv7 } from 'uuid'
import type { TriggerAddress as AddressRow, Sequence } from '@/prisma/generated/client'
import { audit } from '../../audit/audit'
import type { AuditAction } from '../../audit/constants'
import { DAY_MS, now } from '../../clock'
import { db, type Prisma, type Tx } from '../../db'
import { decryptSecret, encryptSecret } from '../../encryption'
import { env } from '../../env'
import { NotFound, ValidationError } from '../../errors'
import { lockRow } from '../../locks'
import { localizableMessage } from '../../messages/localizable-message'
import { transact } from '../../unit-of-work'
import { createAddressSecret, hashAddressSecret } from './address-secret'
import { FAILED_OUTCOMES } from './constants'
import { type SaveTriggerSettings, type TriggerAddress, TriggerSettings } from './schema'

const LATELY_MS = 30 * DAY_MS

/** The address of a sequence, without its secret; null if it has none. @throws {NotFound} without the sequence */
export async function getTriggerAddress(organizationId: string, sequenceId: string): Promise<TriggerAddress | null> {
  const sequence = await db.sequence.findFirst({
    where: { id: sequenceId, organizationId },
    select: { triggerAddress: true },
  })
  if (!sequence) throw new NotFound('sequence')
  return sequence.triggerAddress && presentAddress(db, sequence.triggerAddress)
}

/**
 * Creates the address of a sequence. It keeps samples until settings are saved and it is switched on.
 * @throws {NotFound} @throws {ValidationError} if there is one
 */
export async function createTriggerAddress(organizationId: string, sequenceId: string): Promise<{ url: string }> {
  const [id, secret] = [uuidv7(), createAddressSecret()]
  await transact(async ({ tx }) => {
    const sequence = await lockSequenceRow(tx, organizationId, sequenceId)
    const data = { id, organizationId, sequenceId, ...toSecretColumns(id, secret) }
    const { count } = await tx.triggerAddress.createMany({ data: [data], skipDuplicates: true })
    if (count === 0) throw new ValidationError({ sequenceId: [localizableMessage('trigger.exists')] })
    await auditAddress(organizationId, 'trigger_address.created', sequence)
  })
  return { url: toUrl(secret) }
}

/** @throws {NotFound} @throws {ValidationError} if signatures are to be checked and there is no key */
export async function saveTriggerSettings(
  organizationId: string,
  { sequenceId, settings, signingSecret }: SaveTriggerSettings,
): Promise<TriggerAddress> {
  return changeAddress(organizationId, sequenceId, 'trigger_address.changed', (address) => {
    const hasSecret = signingSecret !== undefined || address.signingSecretEncrypted !== null
    if (settings.signature !== null && !hasSecret)
      throw new ValidationError({ signingSecret: [localizableMessage('trigger.noSecret')] })
    const encrypted =
      signingSecret === undefined ? undefined : encryptSecret('trigger-signing-secret', signingSecret, address.id)
    return {
      settings,
      ...(settings.signature === null ? { signingSecretEncrypted: null } : {}),
      ...(encrypted === undefined || settings.signature === null ? {} : { signingSecretEncrypted: encrypted }),
    }
  })
}

/** @throws {NotFound} @throws {ValidationError} if it is switched on without settings */
export async function setTriggerActive(
  organizationId: string,
  { sequenceId, isActive }: { sequenceId: string; isActive: boolean },
): Promise<TriggerAddress> {
  const action = isActive ? 'trigger_address.activated' : 'trigger_address.deactivated'
  return changeAddress(organizationId, sequenceId, action, ({ settings }) => {
    if (isActive && settings === null)
      throw new ValidationError({ isActive: [localizableMessage('trigger.noSettings')] })
    return { isActive }
  })
}

/** Shows the whole address, with its secret. @throws {NotFound} */
export async function revealTriggerAddress(organizationId: string, sequenceId: string): Promise<{ url: string }> {
  return transact(async ({ tx }) => {
    const { address, sequence } = await lockAddress(tx, organizationId, sequenceId)
    await auditAddress(organizationId, 'trigger_address.shown', sequence)
    return { url: toUrl(decryptSecret('trigger-address-secret', address.secretEncrypted, address.id)) }
  })
}

/**
 * Replaces the secret of an address. The old one works beside the new one until it is ended; one from an earlier rotation ends now.
 * @throws {NotFound}
 */
export async function rotateTriggerAddress(organizationId: string, sequenceId: string): Promise<{ url: string }> {
  const secret = createAddressSecret()
  await changeAddress(organizationId, sequenceId, 'trigger_address.rotated', ({ id, secretHash }) => ({
    ...toSecretColumns(id, secret),
    previousSecretHash: secretHash,
    previousUsedAt: null,
  }))
  return { url: toUrl(secret) }
}

/** From now on the address before the last rotation is unknown. @throws {NotFound} */
export function endPreviousTriggerAddress(organizationId: string, sequenceId: string): Promise<TriggerAddress> {
  return changeAddress(organizationId, sequenceId, 'trigger_address.previous_ended', () => ({
    previousSecretHash: null,
    previousUsedAt: null,
  }))
}

/** Deletes an address with its log. What waits is not decided. @throws {NotFound} */
export async function deleteTriggerAddress(
  organizationId: string,
  sequenceId: string,
): Promise<{ sequenceId: string; deleted: true }> {
  await transact(async ({ tx }) => {
    const { address, sequence } = await lockAddress(tx, organizationId, sequenceId)
    await tx.triggerAddress.delete({ where: { id: address.id, organizationId } })
    await auditAddress(organizationId, 'trigger_address.deleted', sequence)
  })
  return { sequenceId, deleted: true }
}

type AddressChange = Prisma.TriggerAddressUncheckedUpdateInput

async function changeAddress(
  organizationId: string,
  sequenceId: string,
  action: AuditAction,
  change: (address: AddressRow) => AddressChange,
): Promise<TriggerAddress> {
  return transact(async ({ tx }) => {
    const { address, sequence } = await lockAddress(tx, organizationId, sequenceId)
    const row = await tx.triggerAddress.update({ where: { id: address.id, organizationId }, data: change(address) })
    await auditAddress(organizationId, action, sequence)
    return presentAddress(tx, row)
  })
}

async function lockSequenceRow(tx: Tx, organizationId: string, id: string): Promise<Sequence> {
  await lockRow(tx, 'sequence', organizationId, id, 'SHARE')
  const sequence = await tx.sequence.findFirst({ where: { id, organizationId } })
  if (!sequence) throw new NotFound('sequence')
  return sequence
}

/** Locks the address before the sequence, as a decision does. @throws {NotFound} */
export async function lockAddress(
  tx: Tx,
  organizationId: string,
  sequenceId: string,
): Promise<{ address: AddressRow; sequence: Sequence }> {
  const where = { organizationId, sequenceId }
  const found = await tx.triggerAddress.findFirst({ where, select: { id: true } })
  if (found) await lockRow(tx, 'trigger_address', organizationId, found.id)
  const address = await tx.triggerAddress.findFirst({ where, include: { sequence: true } })
  if (!address) throw new NotFound('triggerAddress')
  return { address, sequence: address.sequence }
}

function auditAddress(organizationId: string, action: AuditAction, { id, name }: Sequence): Promise<void> {
  return audit(organizationId, { action, record: { type: 'sequence', id, name } })
}

function toSecretColumns(id: string, secret: string) {
  const secretHash = hashAddressSecret(secret)
  if (secretHash === null) throw new Error('a secret that is none')
  return { secretHash, secretEncrypted: encryptSecret('trigger-address-secret', secret, id) }
}

function toUrl(secret: string): string {
  return `${env.baseUrl}/t/${secret}`
}

async function presentAddress(tx: Tx, row: AddressRow): Promise<TriggerAddress> {
  const { organizationId, id: addressId } = row
  const where = { organizationId, addressId }
  const lately = { createdAt: { gte: new Date(now().getTime() - LATELY_MS) } }
  const [last, counts] = [
    await tx.triggerRequest.findFirst({ where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] }),
    await tx.triggerRequest.groupBy({ by: ['outcome'], where: { ...where, ...lately }, _count: true }),
  ]
  const count = (outcomes: readonly string[]) =>
    counts.reduce((sum, { outcome, _count }) => sum + (outcomes.includes(outcome ?? '') ? _count : 0), 0)
  return {
    id: addressId,
    sequenceId: row.sequenceId,
    isActive: row.isActive,
    settings: row.settings === null ? null : TriggerSettings.parse(row.settings),
    hasSigningSecret: row.signingSecretEncrypted !== null,
    hasPrevious: row.previousSecretHash !== null,
    previousUsedAt: row.previousUsedAt?.toISOString() ?? null,
    lastRequestAt: last?.createdAt.toISOString() ?? null,
    enteredLately: count(['entered']),
    failedLately: count(FAILED_OUTCOMES),
    createdAt: row.createdAt.toISOString(),
  }
}
