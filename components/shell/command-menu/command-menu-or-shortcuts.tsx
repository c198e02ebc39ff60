import { useLocale } from 'use-intl/react'
import type { Messages } from '@/server/messages/message-catalogue'
import { ExtraMessagesProvider } from '../../i18n/provider'
import type { CommandMenuProps } from '../app-shell-props'
import type { PanelName } from '../open-panel-store'
import { CommandMenu } from './command-menu'
import { ShortcutsDialog } from './shortcuts-dialog'

export function CommandMenuOrShortcuts({
  panel,
  words,
  ...props
}: CommandMenuProps & { panel: PanelName; words: Messages['menu'] }) {
  return (
    <ExtraMessagesProvider locale={useLocale()} messages={{ menu: words }}>
      {panel === 'menu' ? <CommandMenu {...props} /> : <ShortcutsDialog items={props.items} />}
    </ExtraMessagesProvider>
  )
}
