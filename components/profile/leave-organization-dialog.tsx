'use client'

import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'

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
