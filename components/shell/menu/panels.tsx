import { useLocale } from 'use-intl/react'
import type { Messages } from '@/server/messages/messages'
import { IntlScope } from '../../i18n/provider'
import type { CommandPaletteProps } from '../app-shell-props'
import type { Panel } from '../palette-state'
import { CommandMenu } from './command-menu'
import { ShortcutsDialog } from './shortcuts-dialog'

export function Panels({ panel, words, ...props }: CommandPaletteProps & { panel: Panel; words: Messages['menu'] }) {
  return (
    <IntlScope locale={useLocale()} messages={{ menu: words }}>
      {panel === 'menu' ? <CommandMenu {...props} /> : <ShortcutsDialog items={props.items} />}
    </IntlScope>
  )
}
