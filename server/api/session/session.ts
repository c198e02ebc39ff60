import { parseCookie } from 'cookie'
import { headers } from 'next/headers'
import { decode } from 'next-auth/jwt'
import { cache } from 'react'
import { readSessionToken, SESSION_COOKIE, type SessionToken } from '../../auth/session-cookie'
import { findPrincipal } from '../../auth/sessions'
import { env } from '../../env'
import { LOCALE_COOKIE, type Locale } from '../../messages/locale'
import { localeFor } from '../../messages/negotiate-locale'
import { type Principal, shareOf } from '../../principal'
import { clientAddress } from '../../rate-limit/client-address'
import { recognise } from '../../rate-limit/credential-tenant-cache.mjs'
import { countSessionCall } from '../../rate-limit/session-rate-limit'

export const getPrincipal: () => Promise<Principal | null> = cache(async () => principalIn(await headers()))

/**
 * Resolves the principal of the session cookie. API keys, and session tokens in an Authorization header, are ignored.
 * @throws {RateLimitExceeded} if the session or its organization exceeds the limit.
 */
export async function principalIn(requestHeaders: Pick<Headers, 'get'>): Promise<Principal | null> {
  const session = await sessionIn(requestHeaders)
  const client = { address: clientAddress(requestHeaders), userAgent: requestHeaders.get('user-agent') }
  const principal = session && (await findPrincipal(session.sessionId, session.userId, client))
  if (session && principal) {
    const quotaKey = shareOf(principal)
    recognise((name) => requestHeaders.get(name), quotaKey)
    countSessionCall(quotaKey, session.sessionId)
  }
  return principal
}

export async function sessionIn(requestHeaders: Pick<Headers, 'get'>): Promise<SessionToken | null> {
  const token = cookieIn(requestHeaders, SESSION_COOKIE)
  return token === undefined ? null : readSessionToken(await unseal(token))
}

async function unseal(token: string) {
  try {
    return await decode({ token, secret: env.nextAuthSecret })
  } catch {
    // Sealed with another secret, altered or expired: treated as not signed in.
    return null
  }
}

export function readerLocale(requestHeaders: Pick<Headers, 'get'>): Locale {
  return localeFor(cookieIn(requestHeaders, LOCALE_COOKIE), requestHeaders.get('accept-language'))
}

export function cookieIn(requestHeaders: Pick<Headers, 'get'>, name: string): string | undefined {
  return parseCookie(requestHeaders.get('cookie') ?? '')[name]
}
