'use client'

import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl/react'
import type { Locale } from '@/server/messages/locale'
import { toast } from '../ui/overlays/toast'
import type { CommandPaletteProps } from './app-shell-props'
import { useGlobalShortcuts } from './global-shortcuts'
import { closePanel, useOpenPanel } from './palette-state'

const MESSAGES = {
  en: () => import('@/server/messages/en/menu.json'),
  fr: () => import('@/server/messages/fr/menu.json'),
}

export async function loadCommandMenu(locale: Locale) {
  const [{ Panels }, { default: words }] = await Promise.all([import('./menu/panels'), MESSAGES[locale]()])
  return { Panels, words, locale }
}

export function CommandPalette(props: CommandPaletteProps) {
  const locale = useLocale()
  const common = useTranslations('common')
  const panel = useOpenPanel()
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof loadCommandMenu>> | null>(null)
  useGlobalShortcuts(props.items)

  const isMissing = panel !== null && loaded?.locale !== locale
  useEffect(() => {
    if (!isMissing) return
    loadCommandMenu(locale).then(setLoaded, () => {
      closePanel()
      toast.error(common('unreachable'))
    })
  }, [isMissing, locale, common])

  if (panel === null || loaded === null || isMissing) return null
  return <loaded.Panels panel={panel} words={loaded.words} {...props} />
}
