import { stringifySetCookie } from 'cookie'
import { db } from '../db'
import { Language } from '../fields/schema'
import { LOCALE_COOKIE } from '../messages/locale'
import { Theme } from './schema'
import { IS_SECURE } from './session-cookie'
import { THEME_COOKIE } from './vocabulary'

const YEAR_S = 365 * 24 * 60 * 60
/** Short-lived: the next page moves it into the browser's storage. */
const SOON_S = 10 * 60

export type Preferences = { interfaceLanguage: Language | null; theme: Theme | null }

export function readPreferences(row: { interfaceLanguage: string | null; theme: string | null }): Preferences {
  return {
    interfaceLanguage: Language.nullable().catch(null).parse(row.interfaceLanguage),
    theme: Theme.nullable().catch(null).parse(row.theme),
  }
}

/** `Set-Cookie` headers that apply the user's preferences to a browser after sign-in. */
export async function preferenceCookies(userId: string): Promise<string[]> {
  const row = await db.user.findUnique({ where: { id: userId }, select: { interfaceLanguage: true, theme: true } })
  if (!row) return []
  const { interfaceLanguage, theme } = readPreferences(row)
  const cookies = []
  if (interfaceLanguage !== null) cookies.push(cookie(LOCALE_COOKIE, interfaceLanguage, YEAR_S))
  if (theme !== null) cookies.push(cookie(THEME_COOKIE, theme, SOON_S))
  return cookies
}

/** Not HttpOnly: client scripts read both, and neither is secret. */
function cookie(name: string, value: string, maxAge: number): string {
  return stringifySetCookie(name, value, { path: '/', maxAge, sameSite: 'lax', secure: IS_SECURE })
}
