'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc, useToFailure } from '../trpc'
import { Button } from '../ui/controls/button'
import { toast } from '../ui/overlays/toast'

/** Clears the "new" marks of items that this page could show; later ones stay new. */
export function MarkAllSeen({ shownAt }: { shownAt: string }) {
  const t = useTranslations('visits')
  const router = useRouter()
  const toFailure = useToFailure()
  const [pending, setPending] = useState(false)

  async function mark() {
    setPending(true)
    try {
      await trpc.visits.markAllSeen.mutate({ shownAt })
      toast.success(t('allSeen'))
    } catch (error) {
      toast.error(toFailure(error).summary)
    }
    setPending(false)
    router.refresh()
  }

  return (
    <Button size="small" variant="ghost" className="-mx-2.5" pending={pending} onClick={() => void mark()}>
      {t('markAllSeen')}
    </Button>
  )
}
