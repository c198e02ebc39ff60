/* The languages we speak, apart from the words themselves: browsers load this, and must not load every message with it. */

export const LOCALES = ['en', 'fr'] as const
export type Locale = (typeof LOCALES)[number]

/** Remembers the language that a person chose. */
export const LOCALE_COOKIE = 'cfs-locale'

export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value)
}
