'use client'

import { Pencil, RotateCcw, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc } from '@/components/trpc'
import { Button } from '@/components/ui/controls/button'
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog'
import { useMutationAction } from '@/components/use-mutation-action'
import { ReviewReplyForm, type ReviewReplyFormProps } from './review-reply-form'

type ReplySectionProps = Omit<ReviewReplyFormProps, 'onDone'> & { state: string | null }

export function ReviewReplySection(props: ReplySectionProps) {
  const { review, state } = props
  const [isEditing, setEditing] = useState(false)
  const { reply } = review
  if (reply === null || isEditing)
    return <ReviewReplyForm key={reply?.text} {...props} {...(reply ? { onDone: () => setEditing(false) } : {})} />
  return (
    <div className="grid gap-4">
      <p dir="auto" className="max-w-[72ch] text-14 wrap-anywhere whitespace-pre-line">
        {reply.text}
      </p>
      <p className="max-w-[72ch] text-13 text-ink-soft">{state}</p>
      <ReplyActions {...props} onEdit={() => setEditing(true)} />
    </div>
  )
}

function ReplyActions({ review, site, onEdit }: ReplySectionProps & { onEdit: () => void }) {
  const t = useTranslations('reviews.reply')
  const { perform, run, pending } = useMutationAction()
  const { id, reply } = review
  const state = reply?.state
  const canRetry = site.reach !== 'never' && (state === 'failed' || state === 'rejected' || state === 'local')

  const retry = () =>
    run(async () => {
      await trpc.reviews.retryReply.mutate({ id })
      return { success: t('retried') }
    })
  const remove = async () =>
    perform(async () => {
      await trpc.reviews.deleteReply.mutate({ id })
      return { success: t('deleted') }
    })
  // Where a deleted reply is removed from.
  const deleteBody = state === 'local' ? 'deleteBodyHere' : site.reach === 'never' ? 'deleteBodyStays' : 'deleteBody'

  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" onClick={onEdit}>
        <Pencil size={14} aria-hidden />
        {t('edit')}
      </Button>
      {canRetry && (
        <Button size="small" pending={pending} onClick={retry}>
          {state === 'local' ? <Send size={14} aria-hidden /> : <RotateCcw size={14} aria-hidden />}
          {state === 'local' ? t('postNow', { site: site.name }) : t('retry')}
        </Button>
      )}
      <ConfirmDialog
        trigger={
          <Button size="small" variant="ghost">
            <Trash2 size={14} aria-hidden />
            {t('delete')}
          </Button>
        }
        title={t('deleteTitle')}
        action={t('deleteAction')}
        onConfirm={remove}
      >
        <p>{t(deleteBody, { site: site.name })}</p>
      </ConfirmDialog>
    </div>
  )
}
