'use client'

import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { useMutationAction } from '../use-mutation-action'

/** Marks the items read until `shownAt` as seen; later ones stay new. */
export function MarkAllReadButton({ shownAt }: { shownAt: string }) {
  const t = useTranslations('visits')
  const { run, pending } = useMutationAction()

  function markSeen() {
    run(async () => {
      await trpc.unread.markAllSeen.mutate({ shownAt })
      return { success: t('allSeen') }
    })
  }

  return (
    <Button size="small" variant="ghost" className="-mx-2.5" pending={pending} onClick={markSeen}>
      {t('markAllSeen')}
    </Button>
  )
}
