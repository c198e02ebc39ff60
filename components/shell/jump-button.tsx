'use client'

import { Search } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { Kbd } from '../ui/content/kbd'
import { openPalette } from './palette-state'

/** Opens the list of places; says which keys do so too. */
export function JumpButton() {
  const t = useTranslations('nav')
  return (
    <button
      type="button"
      onClick={openPalette}
      aria-label={t('jumpPlaceholder')}
      aria-keyshortcuts="Meta+K Control+K"
      className="flex h-8 shrink-0 items-center gap-2.5 rounded-control border bg-surface px-2 text-13 text-ink-faint transition-colors hover:border-line-strong in-data-[rail=collapsed]:justify-center in-data-[rail=collapsed]:px-0"
    >
      <Search size={16} aria-hidden className="shrink-0" />
      <span className="grow text-left in-data-[rail=collapsed]:hidden">{t('jump')}</span>
      <span className="flex gap-0.5 in-data-[rail=collapsed]:hidden">
        <Kbd>⌘</Kbd>
        <Kbd>K</Kbd>
      </span>
    </button>
  )
}
