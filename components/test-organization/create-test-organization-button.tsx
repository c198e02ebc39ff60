'use client'

import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { useMutationAction } from '../use-mutation-action'

type CreateTestOrganizationButtonProps = {
  organizationName: string
  /** The name of the one that it replaces; null if there is none. */
  replaces: string | null
}

export function CreateTestOrganizationButton({ organizationName, replaces }: CreateTestOrganizationButtonProps) {
  const t = useTranslations('testOrganization.settings')
  const { run, perform, pending } = useMutationAction()
  const create = async () => {
    const { data } = await trpc.testOrganizations.create.mutate({ name: t('name', { organization: organizationName }) })
    await trpc.account.switchOrganization.mutate(data)
    return { href: '/' }
  }
  if (replaces === null)
    return (
      <Button pending={pending} onClick={() => run(create)}>
        {t('create')}
      </Button>
    )
  return (
    <ConfirmDialog
      trigger={<Button variant="ghost">{t('startOver')}</Button>}
      title={t('startOverTitle')}
      action={t('startOver')}
      onConfirm={() => perform(create)}
    >
      {t('startOverBody', { name: replaces })}
    </ConfirmDialog>
  )
}
