'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc, useToFailure } from '../trpc'
import { Button } from '../ui/controls/button'
import { toast } from '../ui/overlays/toast'

export function SendPreview({ mailCaptured }: { mailCaptured: boolean }) {
  const t = useTranslations('digests')
  const toFailure = useToFailure()
  const router = useRouter()
  const [pending, setPending] = useState(false)

  const send = async () => {
    setPending(true)
    try {
      const { data } = await trpc.digests.sendPreview.mutate()
      toast.success(mailCaptured ? t('previewKept') : t('previewSent', data))
      router.refresh()
    } catch (error) {
      toast.error(toFailure(error).summary)
    }
    setPending(false)
  }
  return (
    <Button pending={pending} onClick={() => void send()}>
      {t('preview')}
    </Button>
  )
}
