'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc, useToFailure } from '../trpc'
import { Button } from '../ui/controls/button'
import { toast } from '../ui/overlays/toast'

export function KeepOrganization() {
  const t = useTranslations('nav.hold')
  const toFailure = useToFailure()
  const router = useRouter()
  const [pending, setPending] = useState(false)
  const keep = async () => {
    setPending(true)
    try {
      await trpc.settings.keep.mutate()
      toast.success(t('kept'))
      router.refresh()
    } catch (error) {
      toast.error(toFailure(error).summary)
    } finally {
      setPending(false)
    }
  }
  return (
    <Button size="small" pending={pending} onClick={() => void keep()}>
      {t('keep')}
    </Button>
  )
}
