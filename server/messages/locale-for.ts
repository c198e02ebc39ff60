import { match } from '@formatjs/intl-localematcher'
import Negotiator from 'negotiator'
import { isLocale, LOCALES, type Locale } from './locale'

const DEFAULT_LOCALE: Locale = 'en'
/** Browsers send some fifty; what a stranger adds to that is not worth the time. */
const HEADER_MAX_CHARACTERS = 250

/** The best of our languages for a cookie and an Accept-Language header, whichever of them there is. */
export function localeFor(cookie: string | undefined, acceptLanguage: string | null | undefined): Locale {
  return isLocale(cookie) ? cookie : acceptedLocale((acceptLanguage ?? '').slice(0, HEADER_MAX_CHARACTERS))
}

/** RFC 9110, 12.5.4, with the lookup of RFC 4647: `fr-CA` is content with `fr`. */
function acceptedLocale(header: string): Locale {
  const negotiator = new Negotiator({ headers: { 'accept-language': header } })
  // What `*` leaves to us, and `q=0` does not refuse, where none of ours is asked for by name.
  const [other = DEFAULT_LOCALE] = negotiator.languages([...LOCALES])
  // Not its best fit, which keeps every language that any stranger has ever named.
  const locale = match(negotiator.languages().filter(isLanguageTag), LOCALES, other, { algorithm: 'lookup' })
  return isLocale(locale) ? locale : DEFAULT_LOCALE
}

/** The matcher throws on anything else, `*` included. */
function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}
