'use client'

import { SunMoon } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { IconButton } from '../controls/icon-button'
import { Menu } from '../controls/menu'
import { ThemeChoices } from './theme-choices'

export function ThemeToggle() {
  const t = useTranslations('common.theme')
  return (
    <Menu trigger={<IconButton icon={SunMoon} label={t('label')} />}>
      <ThemeChoices />
    </Menu>
  )
}
