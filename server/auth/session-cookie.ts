import { stringifySetCookie } from 'cookie'
import { encode, type JWT } from 'next-auth/jwt'
import { now } from '../clock'
import { env } from '../env'
import type { SessionUser } from '../principal'
import type { SignedInUser } from './complete-sign-in'
import { SESSION_MAX_AGE_SECONDS } from './sessions'
import { SIGN_IN_CHALLENGE_VALID_MS } from './sign-in-challenges'

export const USES_SECURE_COOKIES = env.baseUrl.startsWith('https://')

export const SESSION_COOKIE = `${USES_SECURE_COOKIES ? '__Secure-' : ''}next-auth.session-token`

export function toSessionUser(token: JWT | null | undefined): SessionUser | null {
  const { userId, sessionId } = (token ?? {}) as Record<string, unknown>
  return typeof userId === 'string' && typeof sessionId === 'string' ? { userId, sessionId } : null
}

const COOKIE_OPTIONS = { path: '/', httpOnly: true, sameSite: 'lax', secure: USES_SECURE_COOKIES } as const

export async function serializeSessionCookie({ id: userId, sessionId }: SignedInUser): Promise<string> {
  const token: SessionUser = { userId, sessionId }
  const value = await encode({ token, secret: env.nextAuthSecret, maxAge: SESSION_MAX_AGE_SECONDS })
  const expires = new Date(now().getTime() + SESSION_MAX_AGE_SECONDS * 1000)
  return stringifySetCookie(SESSION_COOKIE, value, { ...COOKIE_OPTIONS, expires })
}

export function serializeExpiredSessionCookie(): string {
  return stringifySetCookie(SESSION_COOKIE, '', { ...COOKIE_OPTIONS, expires: new Date(0) })
}

export const SIGN_IN_CHALLENGE_COOKIE = `${USES_SECURE_COOKIES ? '__Secure-' : ''}cfs-sign-in`

export function serializeSignInChallengeCookie(token: string | null): string {
  return stringifySetCookie(SIGN_IN_CHALLENGE_COOKIE, token ?? '', {
    ...COOKIE_OPTIONS,
    path: '/sign-in',
    maxAge: token === null ? 0 : SIGN_IN_CHALLENGE_VALID_MS / 1000,
  })
}
