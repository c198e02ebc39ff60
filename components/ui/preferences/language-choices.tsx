'use client'

import { useRouter } from 'next/navigation'
import { useLocale, useTranslations } from 'use-intl/react'
import { LOCALES, type Locale } from '@/server/messages/locale'
import { MenuRadioGroup } from '../controls/menu'
import { storeLanguageCookie } from './store-language-cookie'

export type LanguageChoicesProps = { onChosen?: (locale: Locale) => void }

export function LanguageChoices({ onChosen }: LanguageChoicesProps) {
  const t = useTranslations('common.language')
  const router = useRouter()
  return (
    <MenuRadioGroup
      label={t('label')}
      value={useLocale()}
      onChange={(locale) => {
        storeLanguageCookie(locale as Locale)
        router.refresh()
        onChosen?.(locale as Locale)
      }}
      options={LOCALES.map((locale) => ({ value: locale, label: <span lang={locale}>{t(locale)}</span> }))}
    />
  )
}
