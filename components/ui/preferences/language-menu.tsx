'use client'

import { Languages } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useLocale, useTranslations } from 'use-intl/react'
import { LOCALES, type Locale } from '@/server/messages/locale'
import { IconButton } from '../controls/icon-button'
import { Menu, MenuRadioGroup } from '../controls/menu'
import { storeLanguageCookie } from './store-language-cookie'

export function LanguageMenu() {
  const t = useTranslations('common.language')
  return (
    <Menu trigger={<IconButton icon={Languages} label={t('label')} />}>
      <LanguageChoices />
    </Menu>
  )
}

export function LanguageChoices({ onChosen }: { onChosen?: (locale: Locale) => void }) {
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
