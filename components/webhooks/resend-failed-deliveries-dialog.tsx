'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '../ui/controls/button'
import { Dialog } from '../ui/overlays/dialog'
import { useLazyModule } from '../ui/use-lazy-module'

/** Resends all deliveries that failed since a given time and have not succeeded since. */
export function ResendFailedDeliveriesDialog({ id }: { id: string }) {
  const t = useTranslations('webhooks.resendFailed')
  const [open, setOpen] = useState(false)
  const { code, load } = useLazyModule(async () => import('./resend-failed-deliveries-form'))
  const change = async (next: boolean) => setOpen(next && (await load()))
  return (
    <Dialog
      trigger={<Button size="small">{t('action')}</Button>}
      open={open}
      onOpenChange={(next) => void change(next)}
      title={t('title')}
      description={t('lead')}
      size="small"
    >
      {code && <code.ResendFailedDeliveriesForm id={id} onDone={() => setOpen(false)} />}
    </Dialog>
  )
}
