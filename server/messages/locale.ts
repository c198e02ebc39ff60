/* Apart from the messages, so that browsers can load this file without them. */

export const LOCALES = ['en', 'fr'] as const
export type Locale = (typeof LOCALES)[number]

export const LOCALE_COOKIE = 'cfs-locale'

/** BCP 47 tag for dates and numbers. English is British, with the day first: 03/04 is always in April. */
export const toLanguageTag = (locale: string) => (locale === 'en' ? 'en-GB' : locale)

export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value)
}

declare module 'use-intl/react' {
  // The library reads the type of `useLocale()` from here.
  interface AppConfig {
    Locale: Locale
  }
}
