/* The languages we speak, apart from the words themselves: browsers load this, and must not load every message with it. */

export const LOCALES = ['en', 'fr'] as const
export type Locale = (typeof LOCALES)[number]

/** Remembers the language that a person chose. */
export const LOCALE_COOKIE = 'cfs-locale'

/** The tag for dates and numbers. English is British, with the day first: 03/04 is always in April. */
export const languageTag = (locale: string) => (locale === 'en' ? 'en-GB' : locale)

export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value)
}
