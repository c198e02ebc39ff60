'use client'

import { Ellipsis, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { IconButton } from '../ui/controls/icon-button'
import { Menu, MenuItem, MenuSeparator } from '../ui/controls/menu'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { useMutationAction } from '../use-mutation-action'

export function InvitationActions({ id, email }: { id: string; email: string }) {
  const t = useTranslations('members')
  const { perform, run } = useMutationAction()
  const [isConfirming, setIsConfirming] = useState(false)

  const resend = () =>
    run(async () => {
      await trpc.members.resendInvitation.mutate({ id })
      return { success: t('invitations.resent', { email }) }
    })
  const withdraw = async () =>
    perform(async () => {
      await trpc.members.withdrawInvitation.mutate({ id })
      return { success: t('invitations.withdrawn', { email }) }
    })

  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label={t('actionsOf', { name: email })} size="small" />}>
        <MenuItem icon={Send} onSelect={resend}>
          {t('invitations.resend')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} tone="danger" onSelect={() => setIsConfirming(true)}>
          {t('invitations.withdraw')}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t('invitations.withdrawTitle', { email })}
        action={t('invitations.withdrawAction')}
        onConfirm={withdraw}
      >
        <p>{t('invitations.withdrawBody')}</p>
      </ConfirmDialog>
    </>
  )
}
