'use client'

import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Kbd } from '../../ui/content/kbd'
import { findByKey } from '../../ui/page-shortcuts'
import { Key, Keys } from './shortcut-list'

const KEYS = ['j', 'k', 'u', 'e', 'c', 'o', 'm', 'a', 'd', 't', 'n', 'r'] as const

type AvailableKeys = { keys: readonly (typeof KEYS)[number][]; place: 'list' | 'page' | null }

export function useResponseKeys(): AvailableKeys {
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
  if (rowKeys.length > 0) return { keys: KEYS.filter((key) => rowKeys.includes(key)), place: 'list' }
  // Detail pages of other records have no case.
  const keys = KEYS.filter((key) => findByKey(key) !== null)
  return keys.includes('u') ? { keys, place: 'page' } : { keys: [], place: null }
}

function readRowKeys(): string[] {
  if (document.querySelector('main [data-select=row]') === null) return []
  return document.querySelector<HTMLElement>('main [data-row-keys]')?.dataset.rowKeys?.split(' ') ?? []
}

export function ResponseKeys({ keys, place }: AvailableKeys) {
  const t = useTranslations('menu.shortcuts.responses')
  return (
    <Keys title={t('title')} note={place === 'list' ? t('rows') : null}>
      {keys.map((key) => (
        <Key key={key} name={t(key)}>
          <Kbd>{key.toUpperCase()}</Kbd>
          {key === 'u' && <Kbd>Esc</Kbd>}
        </Key>
      ))}
    </Keys>
  )
}
