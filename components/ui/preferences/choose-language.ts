import { LOCALE_COOKIE, type Locale } from '@/server/messages/locale'

const YEAR_S = 31_536_000

/** Keeps a language for this browser; pages have it from the next one on. */
export function chooseLanguage(locale: Locale): void {
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is not everywhere yet
  document.cookie = `${LOCALE_COOKIE}=${locale}; path=/; max-age=${YEAR_S}; samesite=lax`
}
