'use client'

import { ChevronDown, Download, FileJson, FileSpreadsheet } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { Button } from '@/components/ui/controls/button'
import { Popover } from '@/components/ui/overlays/popover'

/** Exports all responses that match the filters, not only the current page. */
export function ExportMenu({ query, count }: { query: string; count: number }) {
  const t = useTranslations('responses.export')
  const formats = [
    { format: 'csv', icon: FileSpreadsheet },
    { format: 'json', icon: FileJson },
  ] as const
  return (
    <Popover
      align="end"
      trigger={
        <Button>
          <Download size={16} aria-hidden />
          {t('open')}
          <ChevronDown size={14} aria-hidden className="text-ink-faint" />
        </Button>
      }
    >
      <div className="grid gap-3">
        <p className="text-13 text-ink-soft">{t('count', { count })}</p>
        {count > 0 && (
          <ul className="grid gap-2">
            {formats.map(({ format, icon: Icon }) => (
              <li key={format}>
                <Button asChild className="w-full justify-start">
                  <a href={`/api/responses?${query}${query === '' ? '' : '&'}format=${format}`} download>
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
