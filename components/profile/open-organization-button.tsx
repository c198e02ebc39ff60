'use client'

import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { useMutationAction } from '../use-mutation-action'

export function OpenOrganizationButton({
  organizationId,
  name,
  label,
}: {
  organizationId: string
  name: string
  label?: string
}) {
  const t = useTranslations('profile.organizations')
  const { run, pending } = useMutationAction()

  const change = () =>
    run(async () => {
      await trpc.account.switchOrganization.mutate({ organizationId })
      return { href: '/' }
    })

  return (
    <Button size="small" pending={pending} aria-label={t('openNamed', { name })} onClick={change}>
      {label ?? t('open')}
    </Button>
  )
}
