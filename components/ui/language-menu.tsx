'use client'

import { Languages } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { IconButton } from './icon-button'
import { LanguageChoices } from './language-choices'
import { Menu } from './menu'

/** For pages without the rail: sign-in, invitations. */
export function LanguageMenu() {
  const t = useTranslations('common.language')
  return (
    <Menu trigger={<IconButton icon={Languages} label={t('label')} />}>
      <LanguageChoices />
    </Menu>
  )
}
