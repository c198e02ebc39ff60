import { getCurrentActorContext } from '../actor-context'
import { listFieldChanges } from '../audit/audit'
import { HOUR_MS, now } from '../clock'
import { currentKeyId } from '../encryption'
import { ValidationError } from '../errors'
import { localizableMessage } from '../messages/localizable-message'
import { assertUnchanged } from '../optimistic-lock'
import { transact } from '../unit-of-work'
import {
  auditKeyChange,
  isPreviousSecretValid,
  KEY_INCLUDE,
  type KeyRow,
  lockApiKey,
  presentApiKey,
} from './api-key-rows'
import { generateApiKey, getKeyHints, hashApiKey } from './key-secret'
import type { ApiKey, CreatedApiKey, RotateApiKey } from './schema'

/*
 * A key is its row: id, name, scopes, what it owns. After a rotation two secrets are valid: the new one and, until its expiry, the previous
 * one. Admission checks that expiry, so no job is needed.
 */

const NO_PREVIOUS = {
  previousHash: null,
  previousHashKeyId: null,
  previousStart: null,
  previousEnd: null,
  previousExpiresAt: null,
  previousLastUsedAt: null,
  previousById: null,
}

/**
 * Issues a new secret for the key; only this response contains it. The previous secret stays valid for `overlapHours`; with 0 all earlier
 * secrets end immediately. At most two secrets are valid: while the previous one is, a new rotation replaces a current secret that was
 * never used (its response may have been lost); after it was used, the previous one must be ended first.
 * @throws {NotFound} @throws {ValidationError} if both secrets are in use.
 * @throws {EditConflict} if the secret is not the one of `asRead`.
 */
export async function rotateApiKey(
  organizationId: string,
  { id, overlapHours, asRead }: RotateApiKey,
): Promise<CreatedApiKey> {
  const key = generateApiKey()
  const { actor } = getCurrentActorContext()
  return transact(async ({ tx }) => {
    const before = await lockApiKey(tx, organizationId, id)
    assertUnchanged(asRead, presentApiKey(before))
    const previousExpiresAt = overlapHours === 0 ? null : new Date(now().getTime() + overlapHours * HOUR_MS)
    const row = await tx.apiKey.update({
      where: { organizationId_id: { organizationId, id } },
      data: {
        ...previousSecretColumns(before, previousExpiresAt),
        hash: hashApiKey(key),
        hashKeyId: currentKeyId,
        ...getKeyHints(key),
        lastUsedAt: null,
        rotatedAt: now(),
        secretById: actor.type === 'user' ? actor.id : null,
      },
      include: KEY_INCLUDE,
    })
    const currentPreviousExpiry = isPreviousSecretValid(before) ? before.previousExpiresAt : null
    const changes = listFieldChanges<PreviousExpiry>(
      { previousExpiresAt: currentPreviousExpiry },
      { previousExpiresAt },
    )
    await auditKeyChange(organizationId, 'api_key.rotated', row, { changes, about: { overlapHours } })
    return { ...presentApiKey(row), key }
  })
}

function previousSecretColumns(before: KeyRow, previousExpiresAt: Date | null) {
  if (previousExpiresAt === null) return NO_PREVIOUS
  if (isPreviousSecretValid(before)) {
    if (before.lastUsedAt !== null) {
      const message = localizableMessage('key.rotatedAlready')
      throw new ValidationError({ overlapHours: [message] }, message)
    }
    return { previousExpiresAt }
  }
  return {
    previousHash: before.hash,
    previousHashKeyId: before.hashKeyId,
    previousStart: before.start,
    previousEnd: before.end,
    previousExpiresAt,
    previousLastUsedAt: before.lastUsedAt,
    previousById: before.secretById,
  }
}

/**
 * Ends the previous secret immediately; a no-op if there is none.
 * @throws {NotFound} if there is no such key.
 */
export async function endPreviousSecret(organizationId: string, id: string): Promise<ApiKey> {
  return transact(async ({ tx }) => {
    const before = await lockApiKey(tx, organizationId, id)
    if (before.previousExpiresAt === null) return presentApiKey(before)
    const row = await tx.apiKey.update({
      where: { organizationId_id: { organizationId, id } },
      data: NO_PREVIOUS,
      include: KEY_INCLUDE,
    })
    if (isPreviousSecretValid(before)) {
      const changes = listFieldChanges<PreviousExpiry>(before, { previousExpiresAt: null })
      await auditKeyChange(organizationId, 'api_key.secret_ended', row, { changes })
    }
    return presentApiKey(row)
  })
}

type PreviousExpiry = Pick<KeyRow, 'previousExpiresAt'>
