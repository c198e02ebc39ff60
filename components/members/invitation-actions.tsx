'use client'

import { Ellipsis, Send, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc, useToFailure } from '../trpc'
import { IconButton } from '../ui/controls/icon-button'
import { Menu, MenuItem, MenuLine } from '../ui/controls/menu'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { toast } from '../ui/overlays/toast'

export function InvitationActions({ id, email }: { id: string; email: string }) {
  const t = useTranslations('members')
  const toFailure = useToFailure()
  const router = useRouter()
  const [asking, setAsking] = useState(false)

  const resend = async () => {
    await trpc.members.resendInvitation.mutate({ id })
    toast.success(t('invitations.resent', { email }))
    router.refresh()
  }
  const withdraw = async () => {
    await trpc.members.withdrawInvitation.mutate({ id })
    toast.success(t('invitations.withdrawn', { email }))
    router.refresh()
  }

  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label={t('actionsOf', { name: email })} size="small" />}>
        <MenuItem
          icon={Send}
          onSelect={() => void resend().catch((error: unknown) => toast.error(toFailure(error).summary))}
        >
          {t('invitations.resend')}
        </MenuItem>
        <MenuLine />
        <MenuItem icon={Trash2} tone="danger" onSelect={() => setAsking(true)}>
          {t('invitations.withdraw')}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('invitations.withdrawTitle', { email })}
        action={t('invitations.withdrawAction')}
        onConfirm={withdraw}
      >
        <p>{t('invitations.withdrawBody')}</p>
      </ConfirmDialog>
    </>
  )
}
