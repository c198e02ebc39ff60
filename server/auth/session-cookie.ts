import { stringifySetCookie } from 'cookie'
import { encode, type JWT } from 'next-auth/jwt'
import { now } from '../clock'
import { env } from '../env'
import { STEP_MS } from './second-factor/sign-in-steps'
import { SESSION_SECONDS } from './sessions'

/** What the encrypted cookie holds: the names of two rows, and nothing that could go stale. */
export type SessionToken = { userId: string; sessionId: string }

/** Whether people reach the service over https. */
export const IS_SECURE = env.baseUrl.startsWith('https://')

/** `__Secure-` where people reach the service over https, so that no plain-http page can plant it. */
export const SESSION_COOKIE = `${IS_SECURE ? '__Secure-' : ''}next-auth.session-token`

/** The two names that a token of ours holds; null for any other. */
export function readSessionToken(token: JWT | null | undefined): SessionToken | null {
  const { userId, sessionId } = (token ?? {}) as Record<string, unknown>
  return typeof userId === 'string' && typeof sessionId === 'string' ? { userId, sessionId } : null
}

/** A `Set-Cookie` header as next-auth writes it, for the page that signs people in without next-auth's own endpoint. */
export async function sealSession({ id: userId, sessionId }: { id: string; sessionId: string }): Promise<string> {
  const token: SessionToken = { userId, sessionId }
  const value = await encode({ token, secret: env.nextAuthSecret, maxAge: SESSION_SECONDS })
  const expires = new Date(now().getTime() + SESSION_SECONDS * 1000)
  return stringifySetCookie(SESSION_COOKIE, value, {
    path: '/',
    expires,
    httpOnly: true,
    sameSite: 'lax',
    secure: IS_SECURE,
  })
}

/** A `Set-Cookie` header after which the browser has no session. */
export function clearedSession(): string {
  return stringifySetCookie(SESSION_COOKIE, '', {
    path: '/',
    expires: new Date(0),
    httpOnly: true,
    sameSite: 'lax',
    secure: IS_SECURE,
  })
}

/** Holds what a sign-in goes on with after the password; pages below /sign-in alone are sent it. */
export const STEP_COOKIE = `${IS_SECURE ? '__Secure-' : ''}cfs-sign-in`

/** A `Set-Cookie` header with the token of a second step; null: after it the browser has none. */
export function sealStep(token: string | null): string {
  return stringifySetCookie(STEP_COOKIE, token ?? '', {
    path: '/sign-in',
    maxAge: token === null ? 0 : STEP_MS / 1000,
    httpOnly: true,
    sameSite: 'lax',
    secure: IS_SECURE,
  })
}
