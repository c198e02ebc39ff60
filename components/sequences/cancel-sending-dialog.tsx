'use client'

import { useTranslations } from 'use-intl/react'
import { trpc } from '@/components/trpc'
import { Button } from '@/components/ui/controls/button'
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog'
import { useMutationAction } from '@/components/use-mutation-action'

export function CancelSendingDialog({ id, name }: { id: string; name: string }) {
  const t = useTranslations('sequences')
  const { perform } = useMutationAction()
  const cancel = () =>
    perform(async () => {
      await trpc.sendings.cancel.mutate({ id })
      return { success: t('sending.cancelled') }
    })
  return (
    <ConfirmDialog
      trigger={<Button>{t('sending.cancel')}</Button>}
      title={t('sending.cancelTitle', { name })}
      action={t('sending.cancel')}
      dismissLabel={t('sending.keep')}
      onConfirm={cancel}
    >
      <p>{t('sending.cancelBody')}</p>
    </ConfirmDialog>
  )
}
