'use client'

import { useTranslations } from 'use-intl/react'
import type { SendingDomain } from '@/server/sending-domains/schema'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { useMutationAction } from '../use-mutation-action'

export function DomainActions({ domain, serviceAddress }: { domain: SendingDomain; serviceAddress: string }) {
  const t = useTranslations('sendingDomain')
  const { run, perform, pending } = useMutationAction()

  const check = () =>
    run(async () => {
      await trpc.sendingDomain.check.mutate()
      return { success: t('checkedNow') }
    })
  const remove = () =>
    perform(async () => {
      await trpc.sendingDomain.delete.mutate()
      return { success: t('removed') }
    })

  return (
    <span className="flex flex-wrap gap-2">
      <ConfirmDialog
        trigger={<Button variant="ghost">{t('remove')}</Button>}
        title={t('removeTitle', { domain: domain.domain })}
        action={t('remove')}
        onConfirm={remove}
      >
        <p className="wrap-anywhere">{t('removeBody', { address: serviceAddress })}</p>
      </ConfirmDialog>
      <Button variant="primary" pending={pending} onClick={check}>
        {t('check')}
      </Button>
    </span>
  )
}
