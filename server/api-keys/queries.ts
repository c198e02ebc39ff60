import { queryRows } from '../db'

export type KeyAuthenticationRow = {
  organization_id: string
  api_key_id: string
  key_name: string
  scopes: string[]
  is_active: boolean
  is_expired: boolean
  is_suspended: boolean
  admitted: boolean
  minute_limit: number
  minute_left: number
  minute_reset: number
  hour_limit: number
  hour_left: number
  hour_reset: number
  retry_after: number
  with_previous: boolean
  /** Only the previous secret has expired, not the key. */
  is_secret_expired: boolean
  clock_offset_ms: number
}

/**
 * Finds a key by its hashes, also an inactive or expired one, and counts a request of a valid one against the two sliding windows of its organization, in one statement
 * (prisma/functions/admit_api_request.sql). @returns null for an unknown key
 */
export async function findKeyAndCountRequest(
  hashes: readonly Uint8Array[],
  hashKeyId: string,
  { perMinute, perHour }: { perMinute: number; perHour: number },
): Promise<KeyAuthenticationRow | null> {
  const [row] = await queryRows<KeyAuthenticationRow>({
    name: 'admit-api-request',
    // Subqueries, not joins: the planner assumes that the function returns a thousand rows and would scan whole tables.
    text: `SELECT a.*,
        (SELECT o.suspended_at IS NOT NULL FROM organization o WHERE o.id = a.organization_id) AS is_suspended,
        (SELECT (k.previous_hash = ANY ($1)) IS TRUE FROM api_key k WHERE k.id = a.api_key_id) AS with_previous,
        a.is_expired AND (SELECT (k.expires_at <= clock_timestamp()) IS NOT TRUE FROM api_key k WHERE k.id = a.api_key_id) AS is_secret_expired,
        coalesce((SELECT t.clock_offset_ms FROM test_organization t WHERE t.organization_id = a.organization_id), 0)::float8
          AS clock_offset_ms
      FROM admit_api_request($1, $2, $3, $4) a`,
    values: [hashes.map((hash) => Buffer.from(hash)), hashKeyId, perMinute, perHour],
  })
  return row ?? null
}

export type AuthenticatedKey = {
  organizationId: string
  apiKeyId: string
  withPrevious: boolean
}

export type LoggedRequest = AuthenticatedKey & {
  id: string
  method: string
  path: string
  status: number
  durationMs: number
  times: number
  createdAt: Date
}

/** Skips requests of revoked keys. Ordered by key, so that concurrent processes lock rows in the same order. */
export async function insertApiRequests(batch: readonly LoggedRequest[]): Promise<void> {
  await queryRows({
    name: 'write-api-requests',
    text: `
      INSERT INTO api_request (id, organization_id, api_key_id, method, path, status, duration_ms, times, with_previous, created_at)
      SELECT r.* FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::smallint[], $7::integer[], $8::integer[],
          $9::boolean[], $10::timestamptz[])
        AS r(id, organization_id, api_key_id, method, path, status, duration_ms, times, with_previous, created_at)
      JOIN api_key k ON k.organization_id = r.organization_id AND k.id = r.api_key_id
      ORDER BY r.organization_id, r.api_key_id ON CONFLICT DO NOTHING`,
    values: [
      batch.map(({ id }) => id),
      batch.map(({ organizationId }) => organizationId),
      batch.map(({ apiKeyId }) => apiKeyId),
      batch.map(({ method }) => method),
      batch.map(({ path }) => path),
      batch.map(({ status }) => status),
      batch.map(({ durationMs }) => durationMs),
      batch.map(({ times }) => times),
      batch.map(({ withPrevious }) => withPrevious),
      batch.map(({ createdAt }) => createdAt),
    ],
  })
}
