'use client'

import { useRouter } from 'next/navigation'
import { useLocale, useTranslations } from 'use-intl/react'
import { LOCALE_COOKIE, LOCALES } from '@/server/messages/locale'
import { MenuChoices } from '../controls/menu'

const YEAR_S = 31_536_000

/** The languages, each in its own; stands in a `Menu`. */
export function LanguageChoices() {
  const t = useTranslations('common.language')
  const router = useRouter()
  return (
    <MenuChoices
      label={t('label')}
      value={useLocale()}
      onChange={(locale) => {
        // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is not everywhere yet
        document.cookie = `${LOCALE_COOKIE}=${locale}; path=/; max-age=${YEAR_S}; samesite=lax`
        router.refresh()
      }}
      options={LOCALES.map((locale) => ({ value: locale, label: <span lang={locale}>{t(locale)}</span> }))}
    />
  )
}
