import type { WebhookSubscription } from '@/prisma/generated/client'
import { DAY_MS, now } from '../../clock'
import { db } from '../../db'
import { decryptSecret, encryptSecret } from '../../encryption'
import { NotFound } from '../../errors'
import { log } from '../../log'
import { localizableMessage } from '../../messages/localizable-message'
import { transact } from '../../unit-of-work'
import type { RotatedSecret, SubscriptionSecrets } from '../schema'
import { auditSubscription, createSubscriptionError, generateSecret, lockSubscription } from './subscription-rows'

const ROTATION_OVERLAP_MS = DAY_MS

export type EncryptedSecrets = Pick<WebhookSubscription, 'secretEncrypted' | 'previousSecretEncrypted'>

/**
 * The secrets that sign a delivery, newest first; empty if the current one cannot be decrypted. Omits a previous one that
 * cannot be decrypted, so that the current one can still sign.
 */
export function decryptSigningSecrets(subscriptionId: string, encrypted: EncryptedSecrets): string[] {
  const current = decryptSigningSecret(encrypted.secretEncrypted, subscriptionId)
  if (current === null) return []
  const previous = decryptSigningSecret(encrypted.previousSecretEncrypted, subscriptionId)
  return previous === null ? [current] : [current, previous]
}

export function decryptSigningSecret(encrypted: string | null, subscriptionId: string): string | null {
  if (encrypted === null) return null
  try {
    return decryptSecret('webhook-secret', encrypted, subscriptionId)
  } catch (error) {
    log.error({ err: error, subscriptionId }, 'a signing secret cannot be read')
    return null
  }
}

export async function revealSecrets(organizationId: string, id: string): Promise<SubscriptionSecrets> {
  const row = await db.webhookSubscription.findFirst({ where: { id, organizationId } })
  if (!row) throw new NotFound('subscription')
  const secret = decryptSigningSecret(row.secretEncrypted, id)
  if (secret === null) throw createSubscriptionError(localizableMessage('webhook.secretUnreadable'))
  await transact(() => auditSubscription(organizationId, 'webhook.secret_shown', row))
  const { previousSecretEncrypted: encrypted, previousSecretUntil: until } = row
  const current = { secret, previousSecret: null, previousSecretUntil: null }
  if (until === null || until <= now()) return current
  const previousSecret = decryptSigningSecret(encrypted, id)
  return previousSecret === null ? current : { secret, previousSecret, previousSecretUntil: until.toISOString() }
}

/**
 * The new secret signs from now on; the previous one keeps signing beside it for 24 hours, so that the receiver can switch
 * without losing events. One still signing from an earlier rotation is dropped.
 * @throws {NotFound}
 */
export async function rotateSecret(organizationId: string, id: string): Promise<RotatedSecret> {
  const secret = generateSecret()
  return transact(async ({ tx }) => {
    const isLocked = await lockSubscription(tx, organizationId, { id })
    const row = isLocked && (await tx.webhookSubscription.findFirst({ where: { id, organizationId } }))
    if (!row) throw new NotFound('subscription')
    const isReadable = decryptSigningSecret(row.secretEncrypted, id) !== null
    const previousSecretUntil = isReadable ? new Date(now().getTime() + ROTATION_OVERLAP_MS) : null
    await tx.webhookSubscription.update({
      where: { id, organizationId },
      data: {
        secretEncrypted: encryptSecret('webhook-secret', secret, id),
        previousSecretEncrypted: isReadable ? row.secretEncrypted : null,
        previousSecretUntil,
      },
    })
    await auditSubscription(organizationId, 'webhook.secret_rotated', row)
    return { secret, previousSecretUntil: previousSecretUntil?.toISOString() ?? null }
  })
}
