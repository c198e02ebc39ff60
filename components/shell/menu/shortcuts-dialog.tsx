'use client'

import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Kbd } from '../../ui/content/kbd'
import { ModKey } from '../../ui/content/mod-key'
import { Checkbox } from '../../ui/controls/checkbox'
import { hasSingleKeys, setSingleKeys } from '../../ui/keyboard-shortcuts'
import { Dialog } from '../../ui/overlays/dialog'
import { PLACES, type ShellItem } from '../nav-items'
import { closePanel, focusOpener } from '../palette-state'
import { ResponseKeys, useResponseKeys } from './response-shortcuts'
import { Key, Keys } from './shortcut-list'

export function ShortcutsDialog({ items }: { items: readonly ShellItem[] }) {
  const t = useTranslations('menu.shortcuts')
  const nav = useTranslations('nav')
  const responses = useResponseKeys()
  const [hasSingle, setHasSingle] = useState(hasSingleKeys)
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
    <Keys title={t('lists')}>
      {responses.place === null && (
        <Key name={t('create')}>
          <Kbd>C</Kbd>
        </Key>
      )}
      <Key name={t('search')}>
        <Kbd>/</Kbd>
      </Key>
      <Key name={t('down')}>
        <Kbd>J</Kbd>
      </Key>
      <Key name={t('up')}>
        <Kbd>K</Kbd>
      </Key>
      <Key name={t('open')}>
        <Kbd>↵</Kbd>
      </Key>
      <Key name={t('select')}>
        <Kbd>X</Kbd>
      </Key>
      {responses.place === null && (
        <Key name={t('selected')}>
          <Kbd>A</Kbd>
        </Key>
      )}
    </Keys>
  )

  return (
    <Dialog open onOpenChange={close} title={t('title')} size="large">
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        <div className="grid content-start gap-6">
          <div ref={top} tabIndex={-1} className="outline-none">
            <Keys title={t('everywhere')}>
              <Key name={t('menu')}>
                <ModKey />
                <Kbd>K</Kbd>
              </Key>
              <Key name={t('help')}>
                <Kbd>?</Kbd>
              </Key>
              <Key name={t('escape')}>
                <Kbd>Esc</Kbd>
              </Key>
            </Keys>
          </div>
          {responses.place === null ? lists : <ResponseKeys {...responses} />}
          <Keys title={t('forms')}>
            <Key name={t('save')}>
              <ModKey />
              <Kbd>↵</Kbd>
            </Key>
          </Keys>
        </div>
        <div className="grid content-start gap-6">
          {responses.place === 'list' && lists}
          <Keys title={t('go')}>
            {items.map(({ place }) => (
              <Key key={place} name={nav(place)}>
                <Kbd>G</Kbd>
                <span className="text-12 text-ink-faint">{t('then')}</span>
                <Kbd>{PLACES[place].key.toUpperCase()}</Kbd>
              </Key>
            ))}
          </Keys>
        </div>
      </div>
      <div className="mt-6 border-t pt-4">
        <Checkbox
          label={t('single')}
          help={t('singleHelp')}
          checked={hasSingle}
          onChange={(on) => {
            setSingleKeys(on)
            setHasSingle(on)
          }}
        />
      </div>
    </Dialog>
  )
}
