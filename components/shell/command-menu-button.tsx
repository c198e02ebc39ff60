import { Search } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl/react'
import { Keys } from '../ui/content/kbd'
import { loadCommandMenuOrShortcuts } from './lazy-command-menu-or-shortcuts'
import { openCommandMenu } from './open-panel-store'

export function CommandMenuButton() {
  const t = useTranslations('nav')
  const locale = useLocale()
  // Preloads on hover; an error surfaces on the click.
  const prepare = () => void loadCommandMenuOrShortcuts(locale).catch(() => undefined)
  return (
    <button
      type="button"
      onClick={openCommandMenu}
      onPointerEnter={prepare}
      onFocus={prepare}
      aria-label={t('jumpPlaceholder')}
      aria-keyshortcuts="Meta+K Control+K"
      className="flex h-8 shrink-0 items-center gap-2.5 rounded-control border bg-surface px-2 text-13 text-ink-faint transition-colors hover:border-line-strong in-data-[rail=collapsed]:justify-center in-data-[rail=collapsed]:px-0"
    >
      <Search size={16} aria-hidden className="shrink-0" />
      <span className="grow text-left in-data-[rail=collapsed]:hidden">{t('jump')}</span>
      <span className="flex gap-0.5 in-data-[rail=collapsed]:hidden">
        <Keys keys={['mod', 'K']} />
      </span>
    </button>
  )
}
