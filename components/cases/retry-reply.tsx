'use client'

import { RotateCcw } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc, useToFailure } from '../trpc'
import { Button } from '../ui/controls/button'
import { toast } from '../ui/overlays/toast'

export function RetryReply({ id }: { id: string }) {
  const t = useTranslations('cases.reply')
  const router = useRouter()
  const toFailure = useToFailure()
  const [pending, setPending] = useState(false)

  async function retry() {
    setPending(true)
    try {
      await trpc.responses.retryReply.mutate({ id })
      toast.success(t('retried'))
    } catch (error) {
      toast.error(toFailure(error).summary)
    }
    setPending(false)
    router.refresh()
  }

  return (
    <Button size="small" pending={pending} onClick={() => void retry()}>
      <RotateCcw size={14} aria-hidden />
      {t('retry')}
    </Button>
  )
}
