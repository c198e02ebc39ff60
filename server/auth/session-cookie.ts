import { stringifySetCookie } from 'cookie'
import { encode, type JWT } from 'next-auth/jwt'
import { now } from '../clock'
import { env } from '../env'
import { SESSION_SECONDS } from './sessions'
import { STEP_MS } from './sign-in-challenges'

export type SessionToken = { userId: string; sessionId: string }

export const IS_SECURE = env.baseUrl.startsWith('https://')

export const SESSION_COOKIE = `${IS_SECURE ? '__Secure-' : ''}next-auth.session-token`

export function readSessionToken(token: JWT | null | undefined): SessionToken | null {
  const { userId, sessionId } = (token ?? {}) as Record<string, unknown>
  return typeof userId === 'string' && typeof sessionId === 'string' ? { userId, sessionId } : null
}

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

export function clearedSession(): string {
  return stringifySetCookie(SESSION_COOKIE, '', {
    path: '/',
    expires: new Date(0),
    httpOnly: true,
    sameSite: 'lax',
    secure: IS_SECURE,
  })
}

export const STEP_COOKIE = `${IS_SECURE ? '__Secure-' : ''}cfs-sign-in`

export function sealStep(token: string | null): string {
  return stringifySetCookie(STEP_COOKIE, token ?? '', {
    path: '/sign-in',
    maxAge: token === null ? 0 : STEP_MS / 1000,
    httpOnly: true,
    sameSite: 'lax',
    secure: IS_SECURE,
  })
}
