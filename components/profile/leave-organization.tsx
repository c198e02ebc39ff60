'use client'

import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'

/** The way out of an organization for whoever sees no other page of it. */
export function LeaveOrganization({ organization }: { organization: string }) {
  const t = useTranslations('members')
  const leave = async () => {
    await trpc.members.leave.mutate()
    // Nothing here is theirs to see any more.
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
