'use client'

import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { useMutationAction } from '../use-mutation-action'

export function ResumeSendingButton() {
  const t = useTranslations('sendingHealth.stopped')
  const { run, pending } = useMutationAction()
  const resume = () =>
    run(async () => {
      await trpc.sendingHealth.resume.mutate()
      return { success: t('resumed') }
    })
  return (
    <Button size="small" pending={pending} onClick={resume}>
      {t('resume')}
    </Button>
  )
}
