'use client'

import { Share2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '../ui/controls/button'
import { Dialog } from '../ui/overlays/dialog'
import type { ShareResultsFormProps } from './share-results-form'

/** Loaded when the dialog opens. */
const ShareResultsForm = dynamic(() => import('./share-results-form').then((module) => module.ShareResultsForm))

export function ShareResultsDialog(props: Omit<ShareResultsFormProps, 'onDone'>) {
  const t = useTranslations('sharedResults')
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      trigger={
        <Button>
          <Share2 size={16} aria-hidden />
          {t('share')}
        </Button>
      }
      open={open}
      onOpenChange={setOpen}
      title={t('formTitle')}
      description={t('formSentence')}
    >
      <ShareResultsForm {...props} onDone={() => setOpen(false)} />
    </Dialog>
  )
}
