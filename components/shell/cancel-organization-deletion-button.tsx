'use client'

import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { useMutationAction } from '../use-mutation-action'

export function CancelOrganizationDeletionButton() {
  const t = useTranslations('nav.hold')
  const { run, pending } = useMutationAction()
  const keep = () =>
    run(async () => {
      await trpc.settings.cancelDeletion.mutate()
      return { success: t('kept') }
    })
  return (
    <Button size="small" pending={pending} onClick={keep}>
      {t('keep')}
    </Button>
  )
}
