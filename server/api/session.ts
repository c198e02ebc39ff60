import { parseCookie } from 'cookie'
import { headers } from 'next/headers'
import { decode } from 'next-auth/jwt'
import { cache } from 'react'
import { readSessionToken, SESSION_COOKIE, type SessionToken } from '../auth/session-cookie'
import { findPrincipal } from '../auth/sessions'
import { env } from '../env'
import { LOCALE_COOKIE, type Locale } from '../messages/locale'
import { localeFor } from '../messages/locale-for'
import { type Principal, shareOf } from '../principal'
import { clientAddress } from '../throttle/client-address'
import { recognise } from '../throttle/recognition.mjs'
import { countSessionCall } from '../throttle/session-calls'

/** Who is signed in, for pages and route handlers; null for nobody. Asked once per request, however often it is called. */
export const getPrincipal: () => Promise<Principal | null> = cache(async () => principalIn(await headers()))

/**
 * Who the session cookie among these headers speaks for. Only the cookie counts: an API key, or a session token in an
 * Authorization header, opens nothing here.
 * @throws {RateLimitExceeded} when this session, or its organization, calls faster than people do.
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

/** The session that the cookie among these headers names, alive or not; null where there is none, or none of ours. */
export async function sessionIn(requestHeaders: Pick<Headers, 'get'>): Promise<SessionToken | null> {
  const token = cookieIn(requestHeaders, SESSION_COOKIE)
  return token === undefined ? null : readSessionToken(await unseal(token))
}

async function unseal(token: string) {
  try {
    return await decode({ token, secret: env.nextAuthSecret })
  } catch {
    // Sealed under another secret, altered, or expired: a visitor like any other.
    return null
  }
}

/** The language that the reader of an answer chose, else the one that their browser prefers. */
export function readerLocale(requestHeaders: Pick<Headers, 'get'>): Locale {
  return localeFor(cookieIn(requestHeaders, LOCALE_COOKIE), requestHeaders.get('accept-language'))
}

/** The value of one cookie among these headers, as next-auth reads it: decoded, and the first of several by that name. */
export function cookieIn(requestHeaders: Pick<Headers, 'get'>, name: string): string | undefined {
  return parseCookie(requestHeaders.get('cookie') ?? '')[name]
}
