'use client'

import { useTranslations } from 'use-intl/react'
import { useSignOut } from '../auth/use-sign-out'
import { MutationButton } from '../mutation-button'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'

export function SignOutButton() {
  const t = useTranslations('profile.heldBack')
  const signOut = useSignOut()
  return <Button onClick={() => void signOut()}>{t('signOut')}</Button>
}

export function CancelAccountDeletionButton() {
  const t = useTranslations('profile.leave')
  const keep = async () => {
    await trpc.account.cancelDeletion.mutate()
    return { success: t('kept') }
  }
  return (
    <MutationButton variant="primary" action={keep}>
      {t('keep')}
    </MutationButton>
  )
}

export function AcceptInvitationButton({ invitationId, organization }: { invitationId: string; organization: string }) {
  const t = useTranslations('profile.noOrganization')
  const join = async () => {
    await trpc.account.acceptInvitation.mutate({ id: invitationId })
    return { success: t('joined', { organization }), href: '/' }
  }
  return (
    <MutationButton size="small" variant="primary" aria-label={t('joinNamed', { organization })} action={join}>
      {t('join')}
    </MutationButton>
  )
}

type OpenOrganizationButtonProps = { organizationId: string; name: string; label?: string }

export function SwitchToOrganizationButton({ organizationId, name, label }: OpenOrganizationButtonProps) {
  const t = useTranslations('profile.organizations')
  const open = async () => {
    await trpc.account.switchOrganization.mutate({ organizationId })
    return { href: '/' }
  }
  return (
    <MutationButton size="small" aria-label={t('openNamed', { name })} action={open}>
      {label ?? t('open')}
    </MutationButton>
  )
}

export function LeaveOrganizationDialog({ organization }: { organization: string }) {
  const t = useTranslations('members')
  const leave = async () => {
    await trpc.members.leave.mutate()
    // The user has lost access: full page load.
    window.location.assign('/')
  }
  return (
    <ConfirmDialog
      trigger={<Button>{t('leave')}</Button>}
      title={t('leaveTitle', { organization })}
      action={t('leaveAction')}
      onConfirm={leave}
    >
      <p>{t('leaveBody')}</p>
    </ConfirmDialog>
  )
}
