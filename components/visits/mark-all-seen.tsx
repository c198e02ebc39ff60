'use client'

import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { useMutationAction } from '../use-mutation-action'

/** Clears the "new" marks of items that this page could show; later ones stay new. */
export function MarkAllSeen({ shownAt }: { shownAt: string }) {
  const t = useTranslations('visits')
  const { run, pending } = useMutationAction()

  function markSeen() {
    run(async () => {
      await trpc.visits.markAllSeen.mutate({ shownAt })
      return { success: t('allSeen') }
    })
  }

  return (
    <Button size="small" variant="ghost" className="-mx-2.5" pending={pending} onClick={markSeen}>
      {t('markAllSeen')}
    </Button>
  )
}
