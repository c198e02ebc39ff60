'use client'

import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { useMutationAction } from '../use-mutation-action'

export function SendTestButton({ isEmailStoredInOutbox }: { isEmailStoredInOutbox: boolean }) {
  const t = useTranslations('sendingDomain.test')
  const { run, pending } = useMutationAction()

  const send = () =>
    run(async () => {
      const { data } = await trpc.sendingDomain.sendTest.mutate()
      return { success: isEmailStoredInOutbox ? t('kept') : t('sent', data) }
    })
  return (
    <Button pending={pending} onClick={send}>
      {t('send')}
    </Button>
  )
}
