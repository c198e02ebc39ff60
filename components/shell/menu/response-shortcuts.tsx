'use client'

import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Kbd } from '../../ui/content/kbd'
import { findShortcutTarget } from '../../ui/page-shortcuts'
import { ShortcutRow, ShortcutSection } from './shortcut-list'

const KEYS = ['j', 'k', 'u', 'e', 'c', 'o', 'm', 'a', 'd', 't', 'n', 'r'] as const

type AvailableKeys = { keys: readonly (typeof KEYS)[number][]; context: 'list' | 'page' | null }

export function useResponseShortcuts(): AvailableKeys {
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

export function ResponseShortcuts({ keys, context }: AvailableKeys) {
  const t = useTranslations('menu.shortcuts.responses')
  return (
    <ShortcutSection title={t('title')} note={context === 'list' ? t('rows') : null}>
      {keys.map((key) => (
        <ShortcutRow key={key} name={t(key)}>
          <Kbd>{key.toUpperCase()}</Kbd>
          {key === 'u' && <Kbd>Esc</Kbd>}
        </ShortcutRow>
      ))}
    </ShortcutSection>
  )
}
