'use client'

import { useTheme } from 'next-themes'
import { useTranslations } from 'use-intl/react'
import { MenuChoices } from '../controls/menu'

/** Light, dark, or as the device says; stands in a `Menu`. */
export function ThemeChoices() {
  const t = useTranslations('common.theme')
  const { theme, setTheme } = useTheme()
  return (
    <MenuChoices
      label={t('label')}
      value={theme ?? 'system'}
      onChange={setTheme}
      options={[
        { value: 'system', label: t('system') },
        { value: 'light', label: t('light') },
        { value: 'dark', label: t('dark') },
      ]}
    />
  )
}
