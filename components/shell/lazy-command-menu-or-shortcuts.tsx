'use client'

import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl/react'
import type { Locale } from '@/server/messages/locale'
import { toast } from '../ui/overlays/toast'
import type { CommandMenuProps } from './app-shell-props'
import { useGlobalShortcuts } from './global-shortcuts'
import { closePanel, useOpenPanelName } from './open-panel-store'

const MESSAGES = {
  en: () => import('@/server/messages/en/menu.json'),
  fr: () => import('@/server/messages/fr/menu.json'),
}

export async function loadCommandMenuOrShortcuts(locale: Locale) {
  const [{ CommandMenuOrShortcuts }, { default: words }] = await Promise.all([
    import('./command-menu/command-menu-or-shortcuts'),
    MESSAGES[locale](),
  ])
  return { Panels: CommandMenuOrShortcuts, words, locale }
}

export function LazyCommandMenuOrShortcuts(props: CommandMenuProps) {
  const locale = useLocale()
  const common = useTranslations('common')
  const panel = useOpenPanelName()
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof loadCommandMenuOrShortcuts>> | null>(null)
  useGlobalShortcuts(props.items)

  const isMissing = panel !== null && loaded?.locale !== locale
  useEffect(() => {
    if (!isMissing) return
    loadCommandMenuOrShortcuts(locale).then(setLoaded, () => {
      closePanel()
      toast.error(common('unreachable'))
    })
  }, [isMissing, locale, common])

  if (panel === null || loaded === null || isMissing) return null
  return <loaded.Panels panel={panel} words={loaded.words} {...props} />
}
