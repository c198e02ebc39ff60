'use client'

import { useTranslations } from 'use-intl/react'
import { Kbd } from '../../ui/content/kbd'
import { findByKey } from '../../ui/page-keys'
import { Key, Keys } from './shortcut-list'

/** In the order in which one works through responses. */
const KEYS = ['j', 'k', 'u', 'e', 'c', 'o', 'm', 'a', 'd', 't', 'n', 'r'] as const

/** What the keys of responses do, of those that work on the page behind. */
export function ResponseKeys() {
  const t = useTranslations('menu.shortcuts.responses')
  const inList = keysOfRows()
  const keys = KEYS.filter((key) => inList.includes(key) || findByKey(key) !== null)
  if (keys.length === 0) return null
  return (
    <Keys title={t('title')} note={inList.length > 0 ? t('rows') : null}>
      {keys.map((key) => (
        <Key key={key} name={t(key)}>
          <Kbd>{key.toUpperCase()}</Kbd>
          {key === 'u' && <Kbd>Esc</Kbd>}
        </Key>
      ))}
    </Keys>
  )
}

/** The letters that act on the rows of the list behind; none where it has no rows. */
export function keysOfRows(): string[] {
  if (document.querySelector('main [data-select=row]') === null) return []
  return document.querySelector<HTMLElement>('main [data-row-keys]')?.dataset.rowKeys?.split(' ') ?? []
}
