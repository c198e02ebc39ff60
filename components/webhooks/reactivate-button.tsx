'use client'

import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { useMutationAction } from '../use-mutation-action'

export function ReactivateButton({ id }: { id: string }) {
  const t = useTranslations('webhooks.head')
  const { run, pending } = useMutationAction()
  const reactivate = () =>
    run(async () => {
      await trpc.webhookConsole.reactivate.mutate({ id })
      return { success: t('reactivated') }
    })
  return (
    <Button size="small" pending={pending} onClick={reactivate}>
      {t('reactivate')}
    </Button>
  )
}
