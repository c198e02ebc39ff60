'use client'

import { Plus } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { Button } from '../ui/controls/button'
import { Dialog } from '../ui/overlays/dialog'
import { useOpenFromUrl } from '../ui/overlays/use-open-from-url'
import { SurveyLinkForm } from './lazy-forms'

export function CreateSurveyLinkDialog({ surveyId }: { surveyId: string }) {
  const t = useTranslations('sharing')
  const [open, setOpen] = useOpenFromUrl('create')
  return (
    <Dialog
      trigger={
        <Button variant="primary" aria-keyshortcuts="c">
          <Plus size={16} aria-hidden />
          {t('new')}
        </Button>
      }
      open={open}
      onOpenChange={setOpen}
      title={t('newTitle')}
    >
      <SurveyLinkForm surveyId={surveyId} onSaved={() => setOpen(false)} />
    </Dialog>
  )
}
