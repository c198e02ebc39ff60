import { stringifySetCookie } from 'cookie'
import { db } from '../db'
import { LOCALE_COOKIE } from '../messages/locale'
import { Language } from '../validation/schema'
import { THEME_COOKIE } from './constants'
import { Theme } from './schema'
import { USES_SECURE_COOKIES } from './session-cookie'

const LOCALE_COOKIE_SECONDS = 365 * 24 * 60 * 60
const THEME_COOKIE_SECONDS = 10 * 60

export function toPreferences(row: { interfaceLanguage: string | null; theme: string | null }) {
  return {
    interfaceLanguage: Language.nullable().catch(null).parse(row.interfaceLanguage),
    theme: Theme.nullable().catch(null).parse(row.theme),
  }
}

export async function loadPreferenceCookies(userId: string): Promise<string[]> {
  const row = await db.user.findUnique({ where: { id: userId }, select: { interfaceLanguage: true, theme: true } })
  if (!row) return []
  const { interfaceLanguage, theme } = toPreferences(row)
  return [
    ...(interfaceLanguage === null ? [] : [serializeCookie(LOCALE_COOKIE, interfaceLanguage, LOCALE_COOKIE_SECONDS)]),
    ...(theme === null ? [] : [serializeCookie(THEME_COOKIE, theme, THEME_COOKIE_SECONDS)]),
  ]
}

function serializeCookie(name: string, value: string, maxAge: number): string {
  return stringifySetCookie(name, value, { path: '/', maxAge, sameSite: 'lax', secure: USES_SECURE_COOKIES })
}
