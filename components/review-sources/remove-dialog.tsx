'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { toast } from '../ui/overlays/toast'
import type { DisconnectDialogProps } from './disconnect-dialog'

export function RemoveDialog({ source: { id, name, reviews }, open, onOpenChange }: DisconnectDialogProps) {
  const t = useTranslations('reviews.sources')
  const router = useRouter()
  const remove = async () => {
    await trpc.reviewSources.disconnect.mutate({ id, removeReviews: true })
    toast.success(t('disconnect.doneRemoving', { name }))
    router.push('/settings/review-sources')
    router.refresh()
  }
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
