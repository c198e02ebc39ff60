'use client'

import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { useMutationAction } from '../use-mutation-action'

export function LinkDomainActions({ domain, serviceHost }: { domain: string; serviceHost: string }) {
  const t = useTranslations('linkDomain')
  const { run, perform, pending } = useMutationAction()

  const check = () =>
    run(async () => {
      await trpc.linkDomain.check.mutate()
      return { success: t('checkedNow') }
    })
  const remove = () =>
    perform(async () => {
      await trpc.linkDomain.delete.mutate()
      return { success: t('removed') }
    })

  return (
    <span className="flex flex-wrap gap-2">
      <ConfirmDialog
        trigger={<Button variant="ghost">{t('remove')}</Button>}
        title={t('removeTitle', { domain })}
        action={t('remove')}
        onConfirm={remove}
      >
        <p className="wrap-anywhere">{t('removeBody', { host: serviceHost })}</p>
      </ConfirmDialog>
      <Button variant="primary" pending={pending} onClick={check}>
        {t('check')}
      </Button>
    </span>
  )
}
