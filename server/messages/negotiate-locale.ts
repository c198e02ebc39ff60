import { match } from '@formatjs/intl-localematcher'
import Negotiator from 'negotiator'
import { isLocale, LOCALES, type Locale } from './locale'

const DEFAULT_LOCALE: Locale = 'en'
const HEADER_MAX_CHARACTERS = 250

export function negotiateLocale(cookie: string | undefined, acceptLanguage: string | null | undefined): Locale {
  return isLocale(cookie) ? cookie : acceptedLocale((acceptLanguage ?? '').slice(0, HEADER_MAX_CHARACTERS))
}

/** Negotiates by RFC 9110, 12.5.4, with the lookup of RFC 4647: `fr-CA` matches `fr`. */
function acceptedLocale(header: string): Locale {
  const negotiator = new Negotiator({ headers: { 'accept-language': header } })
  // Best match for `*`, respecting `q=0`, if no supported language is named.
  const [fallback = DEFAULT_LOCALE] = negotiator.languages([...LOCALES])
  // Not the `best fit` algorithm, which caches every language ever requested.
  const locale = match(negotiator.languages().filter(isLanguageTag), LOCALES, fallback, { algorithm: 'lookup' })
  return isLocale(locale) ? locale : DEFAULT_LOCALE
}

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}
