import { db } from '../../db'
import type { SignatureFinding } from '../schema'
import { decryptSigningSecret } from '../subscriptions/secrets'

/** @property until when a replaced secret stops signing, or stopped; null for the current one. */
export type KnownSecret = { subscriptionId: string; hookUrl: string; secret: string; until: Date | null }

export async function listKnownSecrets(organizationId: string): Promise<KnownSecret[]> {
  const rows = await db.webhookSubscription.findMany({
    where: { organizationId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  return rows.flatMap(({ id: subscriptionId, hookUrl, ...row }) => {
    const decrypt = (encrypted: string | null, until: Date | null): KnownSecret[] => {
      const secret = encrypted === null ? null : decryptSigningSecret(encrypted, subscriptionId)
      return secret === null ? [] : [{ subscriptionId, hookUrl, secret, until }]
    }
    return [...decrypt(row.secretEncrypted, null), ...decrypt(row.previousSecretEncrypted, row.previousSecretUntil)]
  })
}

export function findSecretOwner(known: readonly KnownSecret[], secret: string): KnownSecret | undefined {
  return known.find((one) => one.secret === secret)
}

export function diagnoseUnknownSecret(
  known: readonly KnownSecret[],
  secret: string,
): { key: SignatureFinding; values: Record<string, string | number> } {
  const trimmed = findSecretOwner(known, secret.trim())
  if (trimmed) return { key: 'secretWithSpace', values: { hookUrl: trimmed.hookUrl } }
  const prefixed = findSecretOwner(known, `whsec_${secret.trim()}`)
  if (prefixed) return { key: 'secretWithoutPrefix', values: { hookUrl: prefixed.hookUrl } }
  return { key: 'secretUnknown', values: {} }
}
