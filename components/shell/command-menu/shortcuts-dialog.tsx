import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Kbd, Keys } from '../../ui/content/kbd'
import { Checkbox } from '../../ui/controls/checkbox'
import { Dialog } from '../../ui/overlays/dialog'
import { findShortcutTarget } from '../../ui/page-shortcuts'
import { areSingleKeysEnabled, setSingleKeysEnabled } from '../../ui/single-key-shortcuts'
import { NAV_ITEMS, type NavItem } from '../nav-items'
import { closePanel, focusOpener } from '../open-panel-store'

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
      {responses.context === null && <ShortcutRow name={t('create')} keys={['C']} />}
      <ShortcutRow name={t('search')} keys={['/']} />
      <ShortcutRow name={t('down')} keys={['J']} />
      <ShortcutRow name={t('up')} keys={['K']} />
      <ShortcutRow name={t('open')} keys={['↵']} />
      <ShortcutRow name={t('select')} keys={['X']} />
      {responses.context === null && <ShortcutRow name={t('selected')} keys={['A']} />}
    </ShortcutSection>
  )

  return (
    <Dialog open onOpenChange={close} title={t('title')} size="large">
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        <div className="grid content-start gap-6">
          <div ref={top} tabIndex={-1} className="outline-none">
            <ShortcutSection title={t('everywhere')}>
              <ShortcutRow name={t('menu')} keys={['mod', 'K']} />
              <ShortcutRow name={t('help')} keys={['?']} />
              <ShortcutRow name={t('escape')} keys={['Esc']} />
            </ShortcutSection>
          </div>
          {responses.context === null ? lists : <ResponseShortcuts {...responses} />}
          <ShortcutSection title={t('forms')}>
            <ShortcutRow name={t('save')} keys={['mod', '↵']} />
          </ShortcutSection>
        </div>
        <div className="grid content-start gap-6">
          {responses.context === 'list' && lists}
          <ShortcutSection title={t('go')}>
            {items.map(({ name }) => (
              <ShortcutRow key={name} name={nav(name)} keys={['G']}>
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

const KEYS = ['j', 'k', 'u', 'e', 'c', 'o', 'm', 'a', 'd', 't', 'n', 'r'] as const

type AvailableKeys = { keys: readonly (typeof KEYS)[number][]; context: 'list' | 'page' | null }

function useResponseShortcuts(): AvailableKeys {
  const [available, setAvailable] = useState(readAvailableKeys)
  useEffect(() => {
    const main = document.querySelector('main')
    if (main === null) return undefined
    const observer = new MutationObserver(() => setAvailable(readAvailableKeys))
    observer.observe(main, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  return available
}

function readAvailableKeys(): AvailableKeys {
  const rowKeys = readRowKeys()
  if (rowKeys.length > 0) return { keys: KEYS.filter((key) => rowKeys.includes(key)), context: 'list' }
  // Detail pages of other records have no case.
  const keys = KEYS.filter((key) => findShortcutTarget(key) !== null)
  return keys.includes('u') ? { keys, context: 'page' } : { keys: [], context: null }
}

function readRowKeys(): string[] {
  if (document.querySelector('main [data-select=row]') === null) return []
  return document.querySelector<HTMLElement>('main [data-row-keys]')?.dataset.rowKeys?.split(' ') ?? []
}

function ResponseShortcuts({ keys, context }: AvailableKeys) {
  const t = useTranslations('menu.shortcuts.responses')
  return (
    <ShortcutSection title={t('title')} note={context === 'list' ? t('rows') : null}>
      {keys.map((key) => (
        <ShortcutRow key={key} name={t(key)} keys={key === 'u' ? ['U', 'Esc'] : [key.toUpperCase()]} />
      ))}
    </ShortcutSection>
  )
}

type ShortcutSectionProps = { title: string; note?: string | null; children: ReactNode }

function ShortcutSection({ title, note, children }: ShortcutSectionProps) {
  return (
    <section className="grid content-start gap-1">
      <h3 className="pb-1 text-13 font-semibold">{title}</h3>
      {note && <p className="pb-1 text-13 text-ink-faint">{note}</p>}
      <dl className="grid">{children}</dl>
    </section>
  )
}

function ShortcutRow({ name, keys, children }: { name: string; keys: readonly string[]; children?: ReactNode }) {
  return (
    <div className="flex min-h-7 items-center justify-between gap-4">
      <dt className="text-14 text-ink-soft">{name}</dt>
      <dd className="flex shrink-0 items-center gap-1">
        <Keys keys={keys} />
        {children}
      </dd>
    </div>
  )
}
