import { now } from '../../clock'
import { db } from '../../db'
import { decryptSecret, encryptSecret } from '../../encryption'
import { NotFound, ValidationError } from '../../errors'
import { log } from '../../log'
import { errorMessage } from '../../messages/error-message'
import { transact } from '../../unit-of-work'
import type { RotatedSecret, SubscriptionSecrets } from '../schema'
import { auditSubscription, generateSecret, lockSubscription } from './subscription-store'

const ROTATION_OVERLAP_MS = 24 * 60 * 60 * 1000

type EncryptedSecrets = { secretEncrypted: string; previousSecretEncrypted: string | null }

/**
 * The secrets that sign a delivery, newest first; empty if the current one cannot be decrypted. Omits a previous one that
 * cannot be decrypted, so that the current one can still sign.
 */
export function listSigningSecrets({
  subscriptionId,
  secretEncrypted,
  previousSecretEncrypted,
}: EncryptedSecrets & { subscriptionId: string }): string[] {
  const current = decryptSigningSecret(secretEncrypted, subscriptionId)
  if (current === null) return []
  const previous =
    previousSecretEncrypted === null ? null : decryptSigningSecret(previousSecretEncrypted, subscriptionId)
  return previous === null ? [current] : [current, previous]
}

export function decryptSigningSecret(encrypted: string, subscriptionId: string): string | null {
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
  if (secret === null) throw new ValidationError({ id: [SECRET_UNREADABLE] }, SECRET_UNREADABLE)
  await transact(() => auditSubscription(organizationId, 'webhook.secret_shown', row))
  const { previousSecretEncrypted: encrypted, previousSecretUntil: until } = row
  const previousSecret =
    encrypted !== null && until !== null && until > now() ? decryptSigningSecret(encrypted, id) : null
  return {
    secret,
    previousSecret,
    previousSecretUntil: previousSecret === null ? null : (until?.toISOString() ?? null),
  }
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

const SECRET_UNREADABLE = errorMessage('webhook.secretUnreadable')
