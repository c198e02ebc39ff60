'use client'

import { Columns3 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ListName } from '@/server/views/schema'
import { Checkbox } from '../controls/checkbox'
import { IconButton } from '../controls/icon-button'
import { Popover } from '../overlays/popover'
import { serializeHiddenColumnsCookie } from './hidden-columns'

export type ColumnsMenuProps = {
  list: ListName
  columns: readonly { key: string; label: string }[]
  hidden: readonly string[]
}

export function ColumnsMenu({ list, columns, hidden: initialHidden }: ColumnsMenuProps) {
  const t = useTranslations('lists')
  const router = useRouter()
  const [hidden, setHidden] = useState(initialHidden)

  function changeVisibility(key: string, isVisible: boolean) {
    const next = columns
      .map((column) => column.key)
      .filter((each) => (each === key ? !isVisible : hidden.includes(each)))
    setHidden(next)
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that are in use.
    document.cookie = serializeHiddenColumnsCookie(list, next)
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
        {columns.map(({ key, label }) => (
          <Checkbox
            key={key}
            label={label}
            checked={!hidden.includes(key)}
            onChange={(isVisible) => changeVisibility(key, isVisible)}
          />
        ))}
      </fieldset>
    </Popover>
  )
}
