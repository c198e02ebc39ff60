'use client'

import { Crown, Ellipsis, LogOut, ShieldCheck, Trash2, User } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Member } from '@/server/members/schema'
import { trpc } from '../trpc'
import { IconButton } from '../ui/controls/icon-button'
import { Menu, MenuItem, MenuSeparator } from '../ui/controls/menu'
import { TextLink } from '../ui/controls/text-link'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { useMutationAction } from '../use-mutation-action'
import { TransferOwnershipDialog } from './transfer-ownership-dialog'

export type MemberViewer = { id: string; role: Member['role']; hasPassword: boolean }
export type MemberActionsProps = {
  member: Member
  /** Active API keys whose secrets the member has seen. */
  knownApiKeys: readonly { id: string; name: string }[]
  viewer: MemberViewer
  organization: string
}
type OpenDialog = 'role' | 'transfer' | 'remove' | null

export function MemberActions({ member, knownApiKeys, viewer, organization }: MemberActionsProps) {
  const t = useTranslations('members')
  const { perform } = useMutationAction()
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null)
  const { userId, name, role } = member
  const isSelf = userId === viewer.id
  const otherRole = role === 'admin' ? 'member' : 'admin'
  const dialogProps = (dialog: OpenDialog) => ({
    open: openDialog === dialog,
    onOpenChange: (open: boolean) => setOpenDialog(open ? dialog : null),
  })

  const changeRole = async () =>
    perform(async () => {
      await trpc.members.changeRole.mutate({ userId, role: otherRole })
      return { success: t('roleChanged', { name, role: otherRole }) }
    })
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label={t('actionsOf', { name })} size="small" />}>
        {viewer.role !== 'member' && (
          <MenuItem icon={otherRole === 'admin' ? ShieldCheck : User} onSelect={() => setOpenDialog('role')}>
            {t(otherRole === 'admin' ? 'makeAdmin' : 'makeMember')}
          </MenuItem>
        )}
        {viewer.role === 'owner' && (
          <MenuItem icon={Crown} onSelect={() => setOpenDialog('transfer')}>
            {t('transfer')}
          </MenuItem>
        )}
        {viewer.role !== 'member' && <MenuSeparator />}
        <MenuItem icon={isSelf ? LogOut : Trash2} tone="danger" onSelect={() => setOpenDialog('remove')}>
          {t(isSelf ? 'leave' : 'remove')}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        {...dialogProps('role')}
        title={t(otherRole === 'admin' ? 'promoteTitle' : 'demoteTitle', { name })}
        action={t(otherRole === 'admin' ? 'makeAdmin' : 'makeMember')}
        tone="primary"
        onConfirm={changeRole}
      >
        <p>{t(otherRole === 'admin' ? 'promoteBody' : 'demoteBody')}</p>
        {otherRole === 'member' && <KnownKeys name={name} keys={knownApiKeys} />}
      </ConfirmDialog>
      <TransferOwnershipDialog
        {...dialogProps('transfer')}
        userId={userId}
        name={name}
        organization={organization}
        hasPassword={viewer.hasPassword}
      />
      <RemoveMember {...dialogProps('remove')} {...{ member, knownApiKeys, isSelf, organization }} />
    </>
  )
}

type RemoveMemberProps = Pick<MemberActionsProps, 'member' | 'knownApiKeys' | 'organization'> & {
  isSelf: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
}

function RemoveMember({ member: { userId, name }, knownApiKeys, organization, isSelf, ...dialog }: RemoveMemberProps) {
  const t = useTranslations('members')
  const { perform } = useMutationAction()
  const leave = async () => {
    await trpc.members.leave.mutate()
    // The reader has lost access: full page load.
    window.location.assign('/')
  }
  const remove = async () =>
    perform(async () => {
      await trpc.members.remove.mutate({ userId })
      return { success: t('removed', { name }) }
    })

  return (
    <ConfirmDialog
      {...dialog}
      title={isSelf ? t('leaveTitle', { organization }) : t('removeTitle', { name })}
      action={isSelf ? t('leaveAction') : t('removeAction', { name })}
      onConfirm={isSelf ? leave : remove}
    >
      <p>{isSelf ? t('leaveBody') : t('removeBody', { organization })}</p>
      {!isSelf && <KnownKeys name={name} keys={knownApiKeys} />}
    </ConfirmDialog>
  )
}

function KnownKeys({ name, keys }: { name: string; keys: MemberActionsProps['knownApiKeys'] }) {
  const t = useTranslations('members')
  if (keys.length === 0) return null
  return (
    <>
      <p>{t('knownKeys', { name, count: keys.length })}</p>
      <ul className="list-disc pl-5">
        {keys.map((key) => (
          <li key={key.id}>
            <TextLink href={`/settings/api-keys/${key.id}`}>
              <bdi>{key.name}</bdi>
            </TextLink>
          </li>
        ))}
      </ul>
    </>
  )
}
