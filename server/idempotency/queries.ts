import type { Tx } from '../db'

type Claim = { apiKeyId: string; key: string; requestHash: string; at: Date; expired: Date }

/**
 * Inserts an empty answer for a key, or replaces one from before `expired`, in one statement that waits for a concurrent claim.
 * @returns false if the key already has an answer
 */
export async function claimIdempotencyKey(
  tx: Tx,
  organizationId: string,
  { apiKeyId, key, requestHash, at, expired }: Claim,
): Promise<boolean> {
  const claimed = await tx.$executeRaw`
    INSERT INTO idempotency_record AS a (organization_id, api_key_id, key, request_hash, created_at)
    VALUES (${organizationId}::uuid, ${apiKeyId}::uuid, ${key}, ${requestHash}, ${at})
    ON CONFLICT (organization_id, api_key_id, key) DO UPDATE
    SET request_hash = excluded.request_hash, status = NULL, body = NULL, created_at = excluded.created_at
    WHERE a.created_at < ${expired}`
  return claimed === 1
}
