import { parseCookie } from 'cookie'
import { headers } from 'next/headers'
import { decode } from 'next-auth/jwt'
import { cache } from 'react'
import { readSessionToken, SESSION_COOKIE, type SessionToken } from '../../auth/session-cookie'
import { findPrincipal } from '../../auth/sessions'
import { env } from '../../env'
import { LOCALE_COOKIE, type Locale } from '../../messages/locale'
import { localeFor } from '../../messages/locale-for'
import { type Principal, shareOf } from '../../principal'
import { clientAddress } from '../../throttle/client-address'
import { recognise } from '../../throttle/recognition.mjs'
import { countSessionCall } from '../../throttle/session-calls'

/** The signed-in principal, for pages and route handlers; null without a session. Cached per request. */
export const getPrincipal: () => Promise<Principal | null> = cache(async () => principalIn(await headers()))

/**
 * Resolves the principal of the session cookie. API keys, and session tokens in an Authorization header, are ignored.
 * @throws {RateLimitExceeded} if the session or its organization exceeds the limit.
 */
export async function principalIn(requestHeaders: Pick<Headers, 'get'>): Promise<Principal | null> {
  const session = await sessionIn(requestHeaders)
  const from = { address: clientAddress(requestHeaders), userAgent: requestHeaders.get('user-agent') }
  const principal = session && (await findPrincipal(session.sessionId, session.userId, from))
  if (session && principal) {
    const share = shareOf(principal)
    recognise((name) => requestHeaders.get(name), share)
    countSessionCall(share, session.sessionId)
  }
  return principal
}

/** Session named by the cookie, whether or not it is still active; null without a valid cookie. */
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

/** Language from the reader's cookie, else from Accept-Language. */
export function readerLocale(requestHeaders: Pick<Headers, 'get'>): Locale {
  return localeFor(cookieIn(requestHeaders, LOCALE_COOKIE), requestHeaders.get('accept-language'))
}

/** Reads a cookie as next-auth does: decoded, and the first of several with that name. */
export function cookieIn(requestHeaders: Pick<Headers, 'get'>, name: string): string | undefined {
  return parseCookie(requestHeaders.get('cookie') ?? '')[name]
}
