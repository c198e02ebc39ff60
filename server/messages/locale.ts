/* The languages we speak, apart from the words themselves: browsers load this, and must not load every message with it. */

export const LOCALES = ['en', 'fr'] as const
export type Locale = (typeof LOCALES)[number]
const DEFAULT_LOCALE: Locale = 'en'

/** Remembers the language that a person chose. */
export const LOCALE_COOKIE = 'cfs-locale'

function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value)
}

/** The best of our languages for a cookie and an Accept-Language header, whichever of them there is. */
export function localeFor(cookie: string | undefined, acceptLanguage: string | null | undefined): Locale {
  if (isLocale(cookie)) return cookie
  const asked = (acceptLanguage ?? '').split(',').map(preference)
  const ours = asked.filter(({ language, weight }) => isLocale(language) && weight > 0)
  const best = ours.sort((a, b) => b.weight - a.weight)[0]?.language
  return isLocale(best) ? best : DEFAULT_LOCALE
}

/** `fr-CA;q=0.8` → fr, 0.8 */
function preference(part: string): { language: string; weight: number } {
  const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return { language: tag.slice(0, 2).toLowerCase(), weight: weight === undefined ? 1 : Number(weight.slice(2)) }
}
