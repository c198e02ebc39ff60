'use client'

import { useLocale } from 'use-intl/react'
import type { Messages } from '@/server/messages/messages'
import { IntlScope } from '../../i18n/provider'
import type { CommandPaletteProps } from '../app-shell-props'
import type { Panel } from '../palette-state'
import { CommandMenu } from './command-menu'
import { ShortcutsDialog } from './shortcuts-dialog'

export type CommandMenuOverlayProps = CommandPaletteProps & { panel: Panel; words: Messages['menu'] }

export function Panels({ panel, words, ...props }: CommandMenuOverlayProps) {
  return (
    <IntlScope locale={useLocale()} messages={{ menu: words }}>
      {panel === 'menu' ? <CommandMenu {...props} /> : <ShortcutsDialog items={props.items} />}
    </IntlScope>
  )
}
