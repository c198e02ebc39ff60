'use client'

import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { useMutationAction } from '../use-mutation-action'

export function CancelAccountDeletionButton() {
  const t = useTranslations('profile.leave')
  const { run, pending } = useMutationAction()
  const keep = () =>
    run(async () => {
      await trpc.account.cancelDeletion.mutate()
      return { success: t('kept') }
    })
  return (
    <Button variant="primary" pending={pending} onClick={keep}>
      {t('keep')}
    </Button>
  )
}
