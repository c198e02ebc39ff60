'use client'

import { Columns3 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ListName } from '@/server/views/schema'
import { Checkbox } from '../controls/checkbox'
import { IconButton } from '../controls/icon-button'
import { Popover } from '../overlays/popover'
import { isColumnVisible, serializeToggledColumnsCookie } from './toggled-columns'

export type ColumnsMenuProps = {
  list: ListName
  columns: readonly { key: string; label: string; isOptional: boolean }[]
  toggled: readonly string[]
}

export function ColumnsMenu({ list, columns, toggled: initiallyToggled }: ColumnsMenuProps) {
  const t = useTranslations('lists')
  const router = useRouter()
  const [toggled, setToggled] = useState(initiallyToggled)

  function changeVisibility(key: string) {
    const next = columns.map((column) => column.key).filter((each) => toggled.includes(each) !== (each === key))
    setToggled(next)
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that are in use.
    document.cookie = serializeToggledColumnsCookie(list, next)
    router.refresh()
  }

  return (
    <Popover
      align="end"
      className="w-56"
      trigger={<IconButton icon={Columns3} label={t('columns')} variant="secondary" />}
    >
      <fieldset className="grid gap-2.5">
        <legend className="mb-2.5 text-12 font-medium text-ink-soft">{t('columns')}</legend>
        {columns.map((column) => (
          <Checkbox
            key={column.key}
            label={column.label}
            checked={isColumnVisible(column, toggled)}
            onChange={() => changeVisibility(column.key)}
          />
        ))}
      </fieldset>
    </Popover>
  )
}
