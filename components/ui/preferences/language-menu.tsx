'use client'

import { Languages } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { IconButton } from '../controls/icon-button'
import { Menu } from '../controls/menu'
import { LanguageChoices } from './language-choices'

export function LanguageMenu() {
  const t = useTranslations('common.language')
  return (
    <Menu trigger={<IconButton icon={Languages} label={t('label')} />}>
      <LanguageChoices />
    </Menu>
  )
}
