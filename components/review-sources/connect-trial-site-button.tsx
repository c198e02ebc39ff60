'use client'

import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { useMutationAction } from '../use-mutation-action'

export function ConnectTrialSiteButton() {
  const t = useTranslations('reviews.sources')
  const kinds = useTranslations('reviews.kinds')
  const { run, pending } = useMutationAction()
  const connect = () =>
    run(async () => {
      const { data } = await trpc.reviewSources.connect.mutate({ kind: 'sandbox', name: kinds('sandbox') })
      return { success: t('switchedOn'), href: `/settings/review-sources/${data.id}` }
    })
  return (
    <Button pending={pending} onClick={connect}>
      {t('new.sandbox.action')}
    </Button>
  )
}
