'use client'

import { Ellipsis, RefreshCw, Trash2, Unlink } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc } from '@/components/trpc'
import { Button } from '@/components/ui/controls/button'
import { IconButton } from '@/components/ui/controls/icon-button'
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/controls/menu'
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog'
import { useMutationAction } from '@/components/use-mutation-action'
import type { TriggerAddress } from '@/server/sequences/trigger-addresses/schema'

type AddressActionsProps = { address: TriggerAddress }

export function TriggerAddressActions({
  address: { sequenceId, isActive, settings, hasPrevious },
}: AddressActionsProps) {
  const t = useTranslations('trigger')
  const { run, pending } = useMutationAction()
  const toggle = () =>
    run(async () => {
      await trpc.triggerAddresses.setActive.mutate({ sequenceId, isActive: !isActive })
      return { success: t(isActive ? 'switchedOff' : 'switchedOn') }
    })
  return (
    <span className="flex items-center gap-2">
      <Button
        variant={isActive ? 'secondary' : 'primary'}
        pending={pending}
        disabled={settings === null}
        onClick={toggle}
        {...(settings === null ? { 'data-tip': t('needsSettings') } : {})}
      >
        {t(isActive ? 'switchOff' : 'switchOn')}
      </Button>
      <AddressMenu sequenceId={sequenceId} hasPrevious={hasPrevious} />
    </span>
  )
}

type Dialog = 'rotate' | 'endOld' | 'delete'

function AddressMenu({ sequenceId, hasPrevious }: { sequenceId: string; hasPrevious: boolean }) {
  const t = useTranslations('trigger')
  const { perform } = useMutationAction()
  const [open, setOpen] = useState<Dialog | null>(null)
  const confirm = {
    rotate: async () => {
      await trpc.triggerAddresses.rotate.mutate({ sequenceId })
      return { success: t('rotated') }
    },
    endOld: async () => {
      await trpc.triggerAddresses.endPrevious.mutate({ sequenceId })
      return { success: t('oldEnded') }
    },
    delete: async () => {
      await trpc.triggerAddresses.delete.mutate({ sequenceId })
      return { success: t('deleted'), href: `/sequences/${sequenceId}/entry` }
    },
  }
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label={t('actions')} />}>
        <MenuItem icon={RefreshCw} onSelect={() => setOpen('rotate')}>
          {t('rotate')}
        </MenuItem>
        {hasPrevious && (
          <MenuItem icon={Unlink} onSelect={() => setOpen('endOld')}>
            {t('endOld')}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={Trash2} tone="danger" onSelect={() => setOpen('delete')}>
          {t('delete')}
        </MenuItem>
      </Menu>
      {(['rotate', 'endOld', 'delete'] as const).map((dialog) => (
        <ConfirmDialog
          key={dialog}
          open={open === dialog}
          onOpenChange={(next) => setOpen(next ? dialog : null)}
          title={t(`${dialog}Title`)}
          action={t(dialog)}
          tone={dialog === 'rotate' ? 'primary' : 'danger'}
          onConfirm={async () => perform(confirm[dialog])}
        >
          <p>{t(`${dialog}Body`)}</p>
        </ConfirmDialog>
      ))}
    </>
  )
}
