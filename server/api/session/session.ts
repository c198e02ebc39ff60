import { parseCookie } from 'cookie'
import { headers } from 'next/headers'
import { decode } from 'next-auth/jwt'
import { cache } from 'react'
import { SESSION_COOKIE, toSessionUser } from '../../auth/session-cookie'
import { findPrincipalAndUpdateLastSeen } from '../../auth/sessions'
import { env } from '../../env'
import { LOCALE_COOKIE, type Locale } from '../../messages/locale'
import { negotiateLocale } from '../../messages/negotiate-locale'
import { concurrencyShareKey, type Principal, type SessionUser } from '../../principal'
import { readClientIpAddress } from '../../rate-limit/client-ip-address'
import { rememberTenant } from '../../rate-limit/credential-tenant-cache.mjs'
import { enforceSessionCallLimit } from '../../rate-limit/session-rate-limit'

export const getPrincipal: () => Promise<Principal | null> = cache(async () =>
  readPrincipalAndRateLimit(await headers()),
)

/**
 * Resolves the principal of the session cookie. API keys, and session tokens in an Authorization header, are ignored.
 * @throws {RateLimitExceeded} if the session or its organization exceeds the limit.
 */
export async function readPrincipalAndRateLimit(requestHeaders: Pick<Headers, 'get'>): Promise<Principal | null> {
  const session = await readSessionFromCookie(requestHeaders)
  const client = { address: readClientIpAddress(requestHeaders), userAgent: requestHeaders.get('user-agent') }
  const principal = session && (await findPrincipalAndUpdateLastSeen(session.sessionId, session.userId, client))
  if (session && principal) {
    const quotaKey = concurrencyShareKey(principal)
    rememberTenant((name) => requestHeaders.get(name), quotaKey)
    enforceSessionCallLimit(quotaKey, session.sessionId)
  }
  return principal
}

export async function readSessionFromCookie(requestHeaders: Pick<Headers, 'get'>): Promise<SessionUser | null> {
  const token = readCookie(requestHeaders, SESSION_COOKIE)
  return token === undefined ? null : toSessionUser(await unseal(token))
}

async function unseal(token: string) {
  try {
    return await decode({ token, secret: env.nextAuthSecret })
  } catch {
    // Sealed with another secret, altered or expired: treated as not signed in.
    return null
  }
}

export function negotiateRequestLocale(requestHeaders: Pick<Headers, 'get'>): Locale {
  return negotiateLocale(readCookie(requestHeaders, LOCALE_COOKIE), requestHeaders.get('accept-language'))
}

export function readCookie(requestHeaders: Pick<Headers, 'get'>, name: string): string | undefined {
  return parseCookie(requestHeaders.get('cookie') ?? '')[name]
}
