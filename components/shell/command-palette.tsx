'use client'

import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl/react'
import { toast } from '../ui/overlays/toast'
import type { CommandPaletteProps } from './app-shell-props'
import { useGlobalShortcuts } from './global-shortcuts'
import { type LoadedCommandMenu, loadCommandMenu } from './load-command-menu'
import { closePanel, useOpenPanel } from './palette-state'

export function CommandPalette(props: CommandPaletteProps) {
  const locale = useLocale()
  const common = useTranslations('common')
  const panel = useOpenPanel()
  const [loaded, setLoaded] = useState<LoadedCommandMenu | null>(null)
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
