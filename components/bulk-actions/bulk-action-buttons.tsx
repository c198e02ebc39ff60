'use client'

import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { useMutationAction } from '../use-mutation-action'

export function CancelBulkActionButton({ id }: { id: string }) {
  const t = useTranslations('bulkActions.cancel')
  const { perform } = useMutationAction()
  return (
    <ConfirmDialog
      trigger={<Button>{t('button')}</Button>}
      title={t('title')}
      action={t('action')}
      dismissLabel={t('keep')}
      onConfirm={() =>
        perform(async () => {
          await trpc.bulkActions.cancel.mutate({ id })
          return { success: t('done') }
        })
      }
    >
      <p>{t('body')}</p>
    </ConfirmDialog>
  )
}

type UndoBulkActionButtonProps = { id: string; what: 'fields' | 'enrol' | 'unsubscribe' }

/** @property what the undo does */
export function UndoBulkActionButton({ id, what }: UndoBulkActionButtonProps) {
  const t = useTranslations('bulkActions.undo')
  const { perform } = useMutationAction()
  return (
    <ConfirmDialog
      trigger={<Button>{t('button')}</Button>}
      title={t('title')}
      action={t('button')}
      dismissLabel={t('keep')}
      tone="primary"
      onConfirm={() =>
        perform(async () => {
          const { data } = await trpc.bulkActions.undo.mutate({ id })
          return { success: t(data.undo.state === 'done' ? 'done' : 'started') }
        })
      }
    >
      <p>{t(what)}</p>
    </ConfirmDialog>
  )
}
