'use client'

import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { IconButton } from '../controls/icon-button'
import { useSelection } from './use-selection'

export function SelectionBar({ children }: { children: ReactNode }) {
  const t = useTranslations('lists')
  const { ids, deselect } = useSelection()
  return (
    <section
      aria-label={t('selection')}
      data-selection
      className="sticky bottom-3 z-20 mx-auto flex max-w-full animate-rise flex-wrap items-center gap-2 rounded-card bg-surface py-2 pr-2 pl-4 shadow-float print:hidden"
    >
      <p role="status" className="figures mr-2 text-14 font-medium max-sm:grow">
        {t('selected', { count: ids.length })}
      </p>
      <div className="flex flex-wrap items-center gap-2 max-sm:order-last max-sm:w-full">{children}</div>
      <IconButton icon={X} label={t('clearSelection')} onClick={() => deselect()} />
    </section>
  )
}
