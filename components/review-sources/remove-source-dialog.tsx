'use client'

import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { useMutationAction } from '../use-mutation-action'
import type { DisconnectSourceDialogProps } from './disconnect-source-dialog'

export function RemoveSourceDialog({ source: { id, name, reviews }, open, onOpenChange }: DisconnectSourceDialogProps) {
  const t = useTranslations('reviews.sources')
  const { perform } = useMutationAction()
  const remove = async () =>
    perform(async () => {
      await trpc.reviewSources.disconnect.mutate({ id, removeReviews: true })
      return { success: t('disconnect.doneRemoving', { name }), href: '/settings/review-sources' }
    })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('remove.title', { count: reviews, name })}
      action={t('remove.action')}
      onConfirm={remove}
    >
      <p>{t('remove.body', { count: reviews })}</p>
    </ConfirmDialog>
  )
}
