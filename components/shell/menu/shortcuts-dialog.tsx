'use client'

import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Kbd } from '../../ui/content/kbd'
import { ModKey } from '../../ui/content/mod-key'
import { Checkbox } from '../../ui/controls/checkbox'
import { areSingleKeysEnabled, setSingleKeysEnabled } from '../../ui/keyboard-shortcuts'
import { Dialog } from '../../ui/overlays/dialog'
import { NAV_ITEMS, type NavItem } from '../nav-items'
import { closePanel, focusOpener } from '../palette-state'
import { ResponseShortcuts, useResponseShortcuts } from './response-shortcuts'
import { ShortcutRow, ShortcutSection } from './shortcut-list'

export function ShortcutsDialog({ items }: { items: readonly NavItem[] }) {
  const t = useTranslations('menu.shortcuts')
  const nav = useTranslations('nav')
  const responses = useResponseShortcuts()
  const [hasSingle, setHasSingle] = useState(areSingleKeysEnabled)
  // Otherwise the dialog focuses the checkbox at the end and scrolls down.
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => top.current?.focus(), [])

  function close(isOpen: boolean) {
    if (isOpen) return
    closePanel()
    // After the dialog restores the focus.
    setTimeout(focusOpener)
  }

  // Response row shortcuts take precedence over those of lists.
  const lists = (
    <ShortcutSection title={t('lists')}>
      {responses.context === null && (
        <ShortcutRow name={t('create')}>
          <Kbd>C</Kbd>
        </ShortcutRow>
      )}
      <ShortcutRow name={t('search')}>
        <Kbd>/</Kbd>
      </ShortcutRow>
      <ShortcutRow name={t('down')}>
        <Kbd>J</Kbd>
      </ShortcutRow>
      <ShortcutRow name={t('up')}>
        <Kbd>K</Kbd>
      </ShortcutRow>
      <ShortcutRow name={t('open')}>
        <Kbd>↵</Kbd>
      </ShortcutRow>
      <ShortcutRow name={t('select')}>
        <Kbd>X</Kbd>
      </ShortcutRow>
      {responses.context === null && (
        <ShortcutRow name={t('selected')}>
          <Kbd>A</Kbd>
        </ShortcutRow>
      )}
    </ShortcutSection>
  )

  return (
    <Dialog open onOpenChange={close} title={t('title')} size="large">
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        <div className="grid content-start gap-6">
          <div ref={top} tabIndex={-1} className="outline-none">
            <ShortcutSection title={t('everywhere')}>
              <ShortcutRow name={t('menu')}>
                <ModKey />
                <Kbd>K</Kbd>
              </ShortcutRow>
              <ShortcutRow name={t('help')}>
                <Kbd>?</Kbd>
              </ShortcutRow>
              <ShortcutRow name={t('escape')}>
                <Kbd>Esc</Kbd>
              </ShortcutRow>
            </ShortcutSection>
          </div>
          {responses.context === null ? lists : <ResponseShortcuts {...responses} />}
          <ShortcutSection title={t('forms')}>
            <ShortcutRow name={t('save')}>
              <ModKey />
              <Kbd>↵</Kbd>
            </ShortcutRow>
          </ShortcutSection>
        </div>
        <div className="grid content-start gap-6">
          {responses.context === 'list' && lists}
          <ShortcutSection title={t('go')}>
            {items.map(({ name }) => (
              <ShortcutRow key={name} name={nav(name)}>
                <Kbd>G</Kbd>
                <span className="text-12 text-ink-faint">{t('then')}</span>
                <Kbd>{NAV_ITEMS[name].key.toUpperCase()}</Kbd>
              </ShortcutRow>
            ))}
          </ShortcutSection>
        </div>
      </div>
      <div className="mt-6 border-t pt-4">
        <Checkbox
          label={t('single')}
          help={t('singleHelp')}
          checked={hasSingle}
          onChange={(on) => {
            setSingleKeysEnabled(on)
            setHasSingle(on)
          }}
        />
      </div>
    </Dialog>
  )
}
