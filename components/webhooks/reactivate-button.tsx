'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc, useToFailure } from '../trpc'
import { Button } from '../ui/controls/button'
import { toast } from '../ui/overlays/toast'

/** Reactivates a subscription that was deactivated after a 410 response. */
export function ReactivateButton({ id }: { id: string }) {
  const t = useTranslations('webhooks.head')
  const toFailure = useToFailure()
  const router = useRouter()
  const [pending, setPending] = useState(false)
  const reactivate = async () => {
    setPending(true)
    try {
      await trpc.webhookConsole.reactivate.mutate({ id })
      toast.success(t('reactivated'))
      router.refresh()
    } catch (error) {
      toast.error(toFailure(error).summary)
    }
    setPending(false)
  }
  return (
    <Button size="small" pending={pending} onClick={() => void reactivate()}>
      {t('reactivate')}
    </Button>
  )
}
