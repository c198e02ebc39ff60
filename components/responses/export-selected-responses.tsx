'use client'

import { Download } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { Button } from '@/components/ui/controls/button'
import { useSelection } from '@/components/ui/lists/selection'

export function ExportSelectedResponses() {
  const t = useTranslations('lists.bulk')
  const { ids } = useSelection()
  return (
    <Button size="small" asChild>
      <a href={`/api/responses?ids=${ids.join(',')}`} download>
        <Download size={14} aria-hidden />
        {t('csv')}
      </a>
    </Button>
  )
}
