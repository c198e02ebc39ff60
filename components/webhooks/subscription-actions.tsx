'use client'

import { ChevronDown, MoreHorizontal, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl/react'
import type { EventKind } from '@/server/webhooks/schema'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { IconButton } from '../ui/controls/icon-button'
import { Menu, MenuItem, MenuLabel } from '../ui/controls/menu'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { useMutationAction } from '../use-mutation-action'

type SubscriptionActionsProps = {
  id: string
  hookUrl: string
  triggerTypes: readonly EventKind[]
  /** False while paused or deactivated. */
  canSend: boolean
  /** Names of the sequences that send here; they prevent removal. */
  sequences: readonly string[]
}

export function SubscriptionActions({ id, hookUrl, triggerTypes, canSend, sequences }: SubscriptionActionsProps) {
  const t = useTranslations('webhooks')
  const locale = useLocale()
  const { perform, run, pending } = useMutationAction()
  const [asking, setAsking] = useState(false)

  const sendTest = (kind: EventKind) =>
    run(async () => {
      await trpc.webhookConsole.sendTest.mutate({ id, kind })
      return { success: t('test.done') }
    })
  const remove = async () =>
    perform(async () => {
      await trpc.webhookConsole.remove.mutate({ id })
      return { success: t('remove.done'), href: '/settings/webhooks' }
    })

  return (
    <>
      <Menu trigger={<IconButton icon={MoreHorizontal} label={t('remove.actions')} variant="secondary" />}>
        <MenuItem icon={Trash2} tone="danger" disabled={sequences.length > 0} onSelect={() => setAsking(true)}>
          {t('remove.action')}
        </MenuItem>
        {sequences.length > 0 && (
          <MenuLabel>{t('remove.inUse', { sequences: new Intl.ListFormat(locale).format(sequences) })}</MenuLabel>
        )}
      </Menu>
      {canSend && (
        <Menu
          trigger={
            <Button variant="primary" pending={pending}>
              {t('test.action')}
              <ChevronDown size={14} aria-hidden />
            </Button>
          }
        >
          <MenuLabel>{t('test.label')}</MenuLabel>
          {triggerTypes.map((kind) => (
            <MenuItem key={kind} onSelect={() => sendTest(kind)}>
              {t(`kind.${kind}`)}
            </MenuItem>
          ))}
        </Menu>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('remove.title')}
        action={t('remove.submit')}
        onConfirm={remove}
      >
        <p className="wrap-anywhere">{t('remove.body', { url: hookUrl })}</p>
      </ConfirmDialog>
    </>
  )
}

export function ReactivateButton({ id }: { id: string }) {
  const t = useTranslations('webhooks.head')
  const { run, pending } = useMutationAction()
  const reactivate = () =>
    run(async () => {
      await trpc.webhookConsole.reactivate.mutate({ id })
      return { success: t('reactivated') }
    })
  return (
    <Button size="small" pending={pending} onClick={reactivate}>
      {t('reactivate')}
    </Button>
  )
}
