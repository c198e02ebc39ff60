'use client'

import { Download } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { Button } from '@/components/ui/controls/button'
import { useSelected } from '@/components/ui/lists/use-selection'

export function ResponseBulk() {
  const t = useTranslations('lists.bulk')
  const { ids } = useSelected()
  return (
    <Button size="small" asChild>
      <a href={`/api/responses?ids=${ids.join(',')}`} download>
        <Download size={14} aria-hidden />
        {t('csv')}
      </a>
    </Button>
  )
}
