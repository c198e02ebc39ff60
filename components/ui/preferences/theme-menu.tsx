'use client'

import { SunMoon } from 'lucide-react'
import { useTheme } from 'next-themes'
import { useTranslations } from 'use-intl/react'
import { THEMES } from '@/server/auth/constants'
import { IconButton } from '../controls/icon-button'
import { Menu, MenuRadioGroup } from '../controls/menu'

export function ThemeMenu() {
  const t = useTranslations('common.theme')
  return (
    <Menu trigger={<IconButton icon={SunMoon} label={t('label')} />}>
      <ThemeChoices />
    </Menu>
  )
}

export function ThemeChoices({ onChosen }: { onChosen?: (theme: (typeof THEMES)[number]) => void }) {
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
