'use client'

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '../ui/controls/button'
import { Dialog } from '../ui/overlays/dialog'
import { WidgetForm } from './lazy-parts'

export function CreateWidgetDialog({ surveyId }: { surveyId: string }) {
  const t = useTranslations('surveyWidgets')
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      trigger={
        <Button>
          <Plus size={16} aria-hidden />
          {t('new')}
        </Button>
      }
      open={open}
      onOpenChange={setOpen}
      title={t('newTitle')}
    >
      <WidgetForm surveyId={surveyId} onSaved={() => setOpen(false)} />
    </Dialog>
  )
}
