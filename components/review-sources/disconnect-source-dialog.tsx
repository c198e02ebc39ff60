'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ReviewSource } from '@/server/reviews/connections/schema'
import { trpc } from '../trpc'
import { Checkbox } from '../ui/controls/checkbox'
import { TextLink } from '../ui/controls/text-link'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { useMutationAction } from '../use-mutation-action'

type SourceDialogProps = { source: ReviewSource; open: boolean; onOpenChange: (open: boolean) => void }

export function DisconnectSourceDialog({ source, open, onOpenChange }: SourceDialogProps) {
  const t = useTranslations('reviews.sources.disconnect')
  const { perform } = useMutationAction()
  const [removeReviews, setRemoveReviews] = useState(false)
  const { id, kind, name, reviews } = source

  const change = (next: boolean) => {
    setRemoveReviews(false)
    onOpenChange(next)
  }
  const disconnect = async () =>
    perform(async () => {
      await trpc.reviewSources.disconnect.mutate({ id, removeReviews })
      return {
        success: t(removeReviews ? 'doneRemoving' : 'done', { name }),
        href: removeReviews ? '/settings/review-sources' : undefined,
      }
    })

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={change}
      title={t('title', { name })}
      action={removeReviews ? t('actionRemove', { count: reviews }) : t('action')}
      onConfirm={disconnect}
    >
      <p>{t(kind === 'sandbox' ? 'sandbox' : 'body')}</p>
      {kind === 'google' && (
        <p>
          {t.rich('google', {
            link: () => <TextLink href="https://myaccount.google.com/connections">{t('googleLink')}</TextLink>,
          })}
        </p>
      )}
      {reviews > 0 && (
        <div className="pt-1 text-ink">
          <Checkbox
            label={t('also', { count: reviews })}
            help={t('alsoHelp')}
            checked={removeReviews}
            onChange={setRemoveReviews}
          />
        </div>
      )}
    </ConfirmDialog>
  )
}

export function RemoveSourceDialog({ source: { id, name, reviews }, open, onOpenChange }: SourceDialogProps) {
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
