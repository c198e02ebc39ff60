'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { EventKind } from '@/server/webhooks/schema'
import { Button } from '../ui/controls/button'
import { Dialog } from '../ui/overlays/dialog'
import { useLazyModule } from '../ui/use-lazy-module'

export function EditEventTypesDialog({ id, triggerTypes }: { id: string; triggerTypes: readonly EventKind[] }) {
  const t = useTranslations('webhooks')
  const [open, setOpen] = useState(false)
  const { code, load } = useLazyModule(async () => import('./edit-event-types-form'))
  const change = async (next: boolean) => setOpen(next && (await load()))
  return (
    <Dialog
      trigger={<Button size="small">{t('details.changeEvents')}</Button>}
      open={open}
      onOpenChange={(next) => void change(next)}
      title={t('events.title')}
      {...(triggerTypes.includes('step.completed') ? { description: t('events.stepNote') } : {})}
    >
      {code && <code.EditEventTypesForm id={id} triggerTypes={triggerTypes} onSaved={() => setOpen(false)} />}
    </Dialog>
  )
}
