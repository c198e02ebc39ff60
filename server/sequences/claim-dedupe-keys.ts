import { createHash } from 'node:crypto'
import { DAY_MS, now } from '../clock'
import type { Tx } from '../db'
import { DEDUPE_KEY_DAYS } from './constants'
import { claimKeys } from './queries'

/** Identifies a key: the hash of its text, and of the address if it counts once for each address. */
export function hashDedupeKey(key: string, email?: string): string {
  return createHash('sha256')
    .update(email === undefined ? key : `${key}\0${email}`)
    .digest('base64url')
}

/**
 * Claims the dedupe keys of new sendings of a sequence or survey. A key belongs to its first sending for {@link DEDUPE_KEY_DAYS} days. Requests
 * with the same key wait for each other, until the first commits or rolls back.
 * @param targetId of the sequence or survey
 * @param sendings in order; the first with a hash claims it
 * @returns the first sending of each key that was used before, by the sending that repeats it
 */
export async function claimDedupeKeys(
  tx: Tx,
  organizationId: string,
  targetId: string,
  sendings: readonly { sendingId: string; keyHash: string | null }[],
): Promise<Map<string, string>> {
  const keyed = sendings.flatMap(({ sendingId, keyHash }) => (keyHash === null ? [] : [{ sendingId, keyHash }]))
  if (keyed.length === 0) return new Map()
  const claims = new Map(keyed.toReversed().map(({ sendingId, keyHash }) => [keyHash, sendingId]))
  const at = now()
  const expiredBefore = new Date(at.getTime() - DEDUPE_KEY_DAYS * DAY_MS)
  await claimKeys(tx, organizationId, { targetId, claims, at, expiredBefore })
  const keys = await tx.sendingDedupeKey.findMany({
    where: { organizationId, targetId, keyHash: { in: [...claims.keys()] } },
  })
  const owners = new Map(keys.map((key) => [key.keyHash, key.sendingId]))
  return new Map(
    keyed.flatMap(({ sendingId, keyHash }) => {
      const first = owners.get(keyHash)
      return first === undefined || first === sendingId ? [] : [[sendingId, first]]
    }),
  )
}
