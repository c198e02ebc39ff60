'use client'

import { ChevronDown, Download, FileJson, FileSpreadsheet, FileText } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { Button, type ButtonProps } from '@/components/ui/controls/button'
import { Popover } from '@/components/ui/overlays/popover'

const FORMATS = [
  { format: 'csv', icon: FileText },
  { format: 'xlsx', icon: FileSpreadsheet },
  { format: 'json', icon: FileJson },
] as const

type ExportMenuProps = {
  /** Of the download, for example `/api/contacts`. */
  path: string
  /** Its filters, as of the list. */
  query: string
  count: number
  /** Says what is exported. */
  sentence: string
  size?: ButtonProps['size']
}

/** Exports all rows that match the filters, not only the current page. */
export function ExportMenu({ path, query, count, sentence, size }: ExportMenuProps) {
  const t = useTranslations('common.export')
  return (
    <Popover
      align="end"
      trigger={
        <Button size={size}>
          <Download size={size === 'small' ? 14 : 16} aria-hidden />
          {t('open')}
          <ChevronDown size={14} aria-hidden className="text-ink-faint" />
        </Button>
      }
    >
      <div className="grid gap-3">
        <p className="text-13 text-ink-soft">{sentence}</p>
        {count > 0 && (
          <ul className="grid gap-2">
            {FORMATS.map(({ format, icon: Icon }) => (
              <li key={format}>
                <Button asChild className="w-full justify-start">
                  <a href={`${path}?${query}${query === '' ? '' : '&'}format=${format}`} download>
                    <Icon size={16} aria-hidden className="text-ink-faint" />
                    {t(format)}
                  </a>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Popover>
  )
}
