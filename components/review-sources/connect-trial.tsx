'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc, useToFailure } from '../trpc'
import { Button } from '../ui/controls/button'
import { toast } from '../ui/overlays/toast'

export function ConnectTrial() {
  const t = useTranslations('reviews.sources')
  const kinds = useTranslations('reviews.kinds')
  const toFailure = useToFailure()
  const router = useRouter()
  const [pending, setPending] = useState(false)
  const connect = async () => {
    setPending(true)
    try {
      const { data } = await trpc.reviewSources.connect.mutate({ kind: 'sandbox', name: kinds('sandbox') })
      toast.success(t('switchedOn'))
      router.push(`/settings/review-sources/${data.id}`)
      router.refresh()
    } catch (error) {
      setPending(false)
      toast.error(toFailure(error).summary)
    }
  }
  return (
    <Button pending={pending} onClick={() => void connect()}>
      {t('new.sandbox.action')}
    </Button>
  )
}
