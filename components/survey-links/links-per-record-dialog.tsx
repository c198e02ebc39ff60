'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '../ui/controls/button'
import { Dialog } from '../ui/overlays/dialog'
import { LinksPerRecordForm } from './lazy-forms'

export function LinksPerRecordDialog({ surveyId }: { surveyId: string }) {
  const t = useTranslations('sharing.perRecord')
  const [open, setOpen] = useState(false)
  return (
    <Dialog trigger={<Button>{t('action')}</Button>} open={open} onOpenChange={setOpen} title={t('title')}>
      <LinksPerRecordForm surveyId={surveyId} onSaved={() => setOpen(false)} />
    </Dialog>
  )
}
