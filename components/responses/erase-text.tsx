'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { toast } from '../ui/overlays/toast'

export function EraseText({ id }: { id: string }) {
  const t = useTranslations('cases')
  const router = useRouter()
  return (
    <ConfirmDialog
      trigger={
        <Button variant="ghost" size="small">
          {t('eraseText')}
        </Button>
      }
      title={t('eraseTextTitle')}
      action={t('eraseText')}
      onConfirm={async () => {
        await trpc.responses.eraseText.mutate({ id })
        toast.success(t('textErased'))
        router.refresh()
      }}
    >
      <p>{t('eraseTextBody')}</p>
    </ConfirmDialog>
  )
}
