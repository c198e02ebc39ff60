import { useLocale } from 'use-intl/react'
import type { Language } from '@/server/validation/schema'

/** The names of languages in the reader's own, as a list. */
export function useLanguageNames(): (languages: readonly Language[]) => string {
  const locale = useLocale()
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  return (languages) => new Intl.ListFormat(locale).format(languages.map((language) => names.of(language) ?? language))
}
