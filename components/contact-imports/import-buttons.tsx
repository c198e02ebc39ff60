'use client'

import { useTranslations } from 'use-intl/react'
import { MutationButton } from '../mutation-button'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { useMutationAction } from '../use-mutation-action'

export function StartImportButton({ id, count, disabled }: { id: string; count: number; disabled: boolean }) {
  const t = useTranslations('imports')
  return (
    <MutationButton
      variant="primary"
      disabled={disabled}
      action={async () => {
        await trpc.contactImports.run.mutate({ id })
        return { success: t('starting') }
      }}
    >
      {t('start', { count })}
    </MutationButton>
  )
}

export function DiscardImportButton({ id }: { id: string }) {
  const t = useTranslations('imports')
  const { perform } = useMutationAction()
  return (
    <ConfirmDialog
      trigger={<Button>{t('discard')}</Button>}
      title={t('discardTitle')}
      action={t('discard')}
      onConfirm={() =>
        perform(async () => {
          await trpc.contactImports.cancel.mutate({ id })
          return { success: t('discarded'), href: '/contacts/import' }
        })
      }
    >
      <p>{t('discardBody')}</p>
    </ConfirmDialog>
  )
}

export function CancelImportButton({ id }: { id: string }) {
  const t = useTranslations('imports.running')
  const { perform } = useMutationAction()
  return (
    <ConfirmDialog
      trigger={<Button>{t('cancel')}</Button>}
      title={t('cancelTitle')}
      action={t('cancel')}
      onConfirm={() =>
        perform(async () => {
          await trpc.contactImports.cancel.mutate({ id })
          return { success: t('cancelled') }
        })
      }
    >
      <p>{t('cancelBody')}</p>
    </ConfirmDialog>
  )
}

export function UndoImportButton({ id }: { id: string }) {
  const t = useTranslations('imports.undo')
  const { perform } = useMutationAction()
  return (
    <ConfirmDialog
      trigger={<Button>{t('button')}</Button>}
      title={t('title')}
      action={t('action')}
      onConfirm={() =>
        perform(async () => {
          await trpc.contactImports.undo.mutate({ id })
          return { success: t('started') }
        })
      }
    >
      <p>{t('body')}</p>
      <p>{t('keep')}</p>
    </ConfirmDialog>
  )
}
