'use client'

import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { useMutationAction } from '../use-mutation-action'

export function AcceptInvitationButton({ invitationId, organization }: { invitationId: string; organization: string }) {
  const t = useTranslations('profile.noOrganization')
  const { run, pending } = useMutationAction()

  const join = () =>
    run(async () => {
      await trpc.account.acceptInvitation.mutate({ id: invitationId })
      return { success: t('joined', { organization }), href: '/' }
    })

  return (
    <Button
      size="small"
      variant="primary"
      pending={pending}
      aria-label={t('joinNamed', { organization })}
      onClick={join}
    >
      {t('join')}
    </Button>
  )
}
