'use client'

import { useTheme } from 'next-themes'
import { useTranslations } from 'use-intl/react'
import { THEMES } from '@/server/auth/vocabulary'
import { MenuRadioGroup } from '../controls/menu'

export type ThemeChoicesProps = { onChosen?: (theme: (typeof THEMES)[number]) => void }

export function ThemeChoices({ onChosen }: ThemeChoicesProps) {
  const t = useTranslations('common.theme')
  const { theme, setTheme } = useTheme()
  return (
    <MenuRadioGroup
      label={t('label')}
      value={theme ?? 'system'}
      onChange={(selected) => {
        setTheme(selected)
        onChosen?.(selected as (typeof THEMES)[number])
      }}
      options={THEMES.map((value) => ({ value, label: t(value) }))}
    />
  )
}
