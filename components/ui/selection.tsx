'use client'

import { X } from 'lucide-react'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Checkbox } from './checkbox'
import { IconButton } from './icon-button'

type Selected = { ids: ReadonlySet<string>; set: (ids: ReadonlySet<string>) => void }

const Context = createContext<Selected>({ ids: new Set(), set: () => undefined })

/** Remembers which rows of the table inside it are selected. */
export function Selection({ children }: { children: ReactNode }) {
  const [ids, set] = useState<ReadonlySet<string>>(new Set())
  const value = useMemo(() => ({ ids, set }), [ids])
  return <Context value={value}>{children}</Context>
}

/** The ids of the selected rows, and how to let go of them; for the buttons of a `BulkBar`. */
export function useSelection(): { ids: string[]; clear: () => void } {
  const { ids, set } = useContext(Context)
  return { ids: [...ids], clear: () => set(new Set()) }
}

export function SelectRowBox({ id, label }: { id: string; label: string }) {
  const { ids, set } = useContext(Context)
  return (
    <Checkbox
      aria-label={label}
      className="z-1 mt-0 align-middle"
      checked={ids.has(id)}
      onChange={(checked) => set(new Set(checked ? [...ids, id] : [...ids].filter((other) => other !== id)))}
    />
  )
}

export function SelectAllBox({ ids: all, label }: { ids: string[]; label: string }) {
  const { ids, set } = useContext(Context)
  const some = all.some((id) => ids.has(id))
  const every = some && all.every((id) => ids.has(id))
  return (
    <Checkbox
      aria-label={label}
      className="mt-0 align-middle"
      checked={every || (some ? 'indeterminate' : false)}
      onChange={() => set(new Set(every ? [] : all))}
    />
  )
}

/** Floats at the foot while rows are selected: how many, what to do with them, let go. */
export function BulkBar({ children }: { children: ReactNode }) {
  const t = useTranslations('common')
  const { ids, clear } = useSelection()
  if (ids.length === 0) return null
  return (
    <div
      role="toolbar"
      aria-label={t('selected', { count: ids.length })}
      className="sticky bottom-4 z-20 mx-auto mt-4 flex w-fit animate-rise items-center gap-2 rounded-card bg-surface py-2 pr-2 pl-4 shadow-float"
    >
      <span role="status" className="figures mr-2 text-13 text-ink-soft">
        {t('selected', { count: ids.length })}
      </span>
      {children}
      <IconButton icon={X} label={t('clearSelection')} size="small" onClick={clear} />
    </div>
  )
}
