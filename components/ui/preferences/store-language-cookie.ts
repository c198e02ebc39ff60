import { LOCALE_COOKIE, type Locale } from '@/server/messages/locale'

const YEAR_SECONDS = 31_536_000

/** Stores the language in a cookie; null restores the browser's preference. Applies from the next page on. */
export function storeLanguageCookie(locale: Locale | null): void {
  const maxAgeSeconds = locale === null ? 0 : YEAR_SECONDS
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is not everywhere yet
  document.cookie = `${LOCALE_COOKIE}=${locale ?? ''}; path=/; max-age=${maxAgeSeconds}; samesite=lax`
}
