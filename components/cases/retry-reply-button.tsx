'use client'

import { RotateCcw } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { useMutationAction } from '../use-mutation-action'

export function RetryReplyButton({ id }: { id: string }) {
  const t = useTranslations('cases.reply')
  const { run, pending } = useMutationAction()
  const retry = () =>
    run(async () => {
      await trpc.responses.retryReply.mutate({ id })
      return { success: t('retried') }
    })
  return (
    <Button size="small" pending={pending} onClick={retry}>
      <RotateCcw size={14} aria-hidden />
      {t('retry')}
    </Button>
  )
}
