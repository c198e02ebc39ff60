'use client'

import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { useMutationAction } from '../use-mutation-action'

export function EraseResponseTextDialog({ id }: { id: string }) {
  const t = useTranslations('cases')
  const { perform } = useMutationAction()
  return (
    <ConfirmDialog
      trigger={
        <Button variant="ghost" size="small">
          {t('eraseText')}
        </Button>
      }
      title={t('eraseTextTitle')}
      action={t('eraseText')}
      onConfirm={async () =>
        perform(async () => {
          await trpc.responses.eraseText.mutate({ id })
          return { success: t('textErased') }
        })
      }
    >
      <p>{t('eraseTextBody')}</p>
    </ConfirmDialog>
  )
}
