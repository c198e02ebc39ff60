'use client'

import { Download } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { Button } from '@/components/ui/controls/button'
import { useSelection } from '@/components/ui/lists/selection'

/** @property query of the export of all responses that match */
export function ExportSelectedResponses({ query }: { query: string }) {
  const t = useTranslations('lists.bulk')
  const { ids, isAllMatching } = useSelection()
  return (
    <Button size="small" asChild>
      <a href={`/api/responses?${isAllMatching ? query : `ids=${ids.join(',')}`}`} download>
        <Download size={14} aria-hidden />
        {t('csv')}
      </a>
    </Button>
  )
}
