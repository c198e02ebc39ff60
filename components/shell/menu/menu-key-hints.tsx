import { useTranslations } from 'use-intl/react'
import { Kbd } from '../../ui/content/kbd'
import { ModKey } from '../../ui/content/mod-key'

export function MenuKeyHints() {
  const t = useTranslations('menu.keys')
  return (
    <div
      aria-hidden
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-t bg-rail px-4 py-2 text-12 text-ink-faint max-sm:hidden"
    >
      <span className="flex items-center gap-1">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd> {t('move')}
      </span>
      <span className="flex items-center gap-1">
        <Kbd>↵</Kbd> {t('open')}
      </span>
      <span className="flex items-center gap-1">
        <ModKey />
        <Kbd>↵</Kbd> {t('newTab')}
      </span>
      <span className="flex items-center gap-1">
        <Kbd>Esc</Kbd> {t('close')}
      </span>
    </div>
  )
}
