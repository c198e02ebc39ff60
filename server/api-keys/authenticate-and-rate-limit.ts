import { currentKeyId } from '../encryption'
import { env } from '../env'
import {
  type AppError,
  ExpiredApiKey,
  InvalidApiKey,
  InvalidApiKeyFormat,
  MissingApiKey,
  OrganizationSuspended,
  RateLimitExceeded,
} from '../errors'
import { localizableMessage } from '../messages/localizable-message'
import type { Principal } from '../principal'
import { rememberTenant } from '../rate-limit/credential-tenant-cache.mjs'
import { enforceInvalidKeyLimit } from '../rate-limit/invalid-key-rate-limit'
import { hasApiKeyFormat, hashApiKeyUnderAllSecrets, hasValidChecksum } from './key-secret'
import { type AuthenticatedKey, findKeyAndCountRequest, type KeyAuthenticationRow } from './queries'

export type AuthenticatedApiRequest = {
  principal: Principal
  responseHeaders: Record<string, string>
}

/**
 * Authenticates an API request and counts it against the two sliding windows of its organization, in one round trip and on the database's
 * clock. Not cached, so that revoking a key takes effect immediately. Rehashes a key whose hash was made under an older secret. Invalid
 * keys are rate-limited by address; valid keys are exempt from that limit.
 * @param onAuthenticated receives the key once it is authenticated, also if the request is rejected afterwards.
 * @throws {MissingApiKey | InvalidApiKeyFormat | InvalidApiKey | ExpiredApiKey | OrganizationSuspended | RateLimitExceeded}
 */
export async function authenticateAndRateLimit(
  headers: Headers,
  onAuthenticated?: (key: AuthenticatedKey) => void,
): Promise<AuthenticatedApiRequest> {
  const key = readApiKey(headers)
  if (key === null) throw new MissingApiKey()
  if (!hasApiKeyFormat(key)) return rejectKey(headers, new InvalidApiKeyFormat())
  if (!hasValidChecksum(key)) return rejectKey(headers, new InvalidApiKey())

  const limits = { perMinute: env.rateLimitPerMinute, perHour: env.rateLimitPerHour }
  const row = await findKeyAndCountRequest(hashApiKeyUnderAllSecrets(key), currentKeyId, limits)
  if (!row?.is_active) return rejectKey(headers, new InvalidApiKey())
  if (row.is_expired)
    return rejectKey(
      headers,
      new ExpiredApiKey(row.is_secret_expired ? localizableMessage('key.secretOver') : undefined),
    )
  rememberTenant((name) => headers.get(name), row.organization_id)
  onAuthenticated?.({ organizationId: row.organization_id, apiKeyId: row.api_key_id, withPrevious: row.with_previous })
  const rateHeaders = rateLimitHeaders(row)
  if (row.is_suspended) throw new OrganizationSuspended(rateHeaders)
  if (!row.admitted) throw new RateLimitExceeded(row.retry_after, rateHeaders)
  return {
    principal: {
      organizationId: row.organization_id,
      scopes: row.scopes,
      actor: { type: 'key', apiKeyId: row.api_key_id, name: row.key_name },
      clockOffsetMs: row.clock_offset_ms,
    },
    responseHeaders: rateHeaders,
  }
}

async function rejectKey(headers: Headers, reason: AppError): Promise<never> {
  await enforceInvalidKeyLimit(headers)
  throw reason
}

/** `X-API-Key` takes precedence; an empty one counts as absent. Authorization schemes other than Bearer are ignored. */
function readApiKey(headers: Headers): string | null {
  const headerKey = headers.get('x-api-key')?.trim()
  if (headerKey) return headerKey
  return /^bearer\s+(\S.*)$/i.exec(headers.get('authorization')?.trim() ?? '')?.[1]?.trim() ?? null
}

function rateLimitHeaders(row: KeyAuthenticationRow): Record<string, string> {
  return {
    'RateLimit-Policy': `"minute";q=${row.minute_limit};w=60, "hour";q=${row.hour_limit};w=3600`,
    RateLimit: `"minute";r=${row.minute_left};t=${row.minute_reset}, "hour";r=${row.hour_left};t=${row.hour_reset}`,
  }
}
