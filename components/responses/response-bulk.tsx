'use client'

import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc, useToFailure } from '@/components/trpc'
import { Button } from '@/components/ui/controls/button'
import { useSelected } from '@/components/ui/lists/selection'
import { toast } from '@/components/ui/overlays/toast'
import { toCsvRows } from './csv-rows'

/** What can be done with selected responses. */
export function ResponseBulk() {
  const t = useTranslations('lists.bulk')
  const toFailure = useToFailure()
  const { ids } = useSelected()
  const [pending, setPending] = useState(false)

  async function download() {
    setPending(true)
    try {
      const [{ unparse }, { data: responses }] = await Promise.all([
        import('papaparse'),
        trpc.responses.export.mutate({ ids: [...ids] }),
      ])
      const rows = toCsvRows(responses, (column) => t(`csvColumns.${column}`))
      const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
      save(`${t('csvName')}.csv`, unparse(rows, { columns, escapeFormulae: true, newline: '\r\n' }))
    } catch (error) {
      toast.error(toFailure(error).summary)
    }
    setPending(false)
  }

  return (
    <Button size="small" pending={pending} onClick={() => void download()}>
      <Download size={14} aria-hidden />
      {t('csv')}
    </Button>
  )
}

/** Gives a file to the person; with a mark at its beginning by which spreadsheets know that it is UTF-8. */
function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([`\uFEFF${text}`], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
