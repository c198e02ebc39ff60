'use client'

import { ChevronDown, MoreHorizontal, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl/react'
import type { EventKind } from '@/server/webhooks/schema'
import { trpc, useToFailure } from '../trpc'
import { Button } from '../ui/controls/button'
import { IconButton } from '../ui/controls/icon-button'
import { Menu, MenuItem, MenuLabel } from '../ui/controls/menu'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { toast } from '../ui/overlays/toast'

export type SubscriptionActionsProps = {
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
  const toFailure = useToFailure()
  const router = useRouter()
  const [asking, setAsking] = useState(false)
  const [pending, setPending] = useState(false)

  const sendTest = async (kind: EventKind) => {
    setPending(true)
    try {
      await trpc.webhookConsole.sendTest.mutate({ id, kind })
      toast.success(t('test.done'))
      router.refresh()
    } catch (error) {
      toast.error(toFailure(error).summary)
    }
    setPending(false)
  }
  const remove = async () => {
    await trpc.webhookConsole.remove.mutate({ id })
    toast.success(t('remove.done'))
    router.push('/settings/webhooks')
    router.refresh()
  }

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
            <MenuItem key={kind} onSelect={() => void sendTest(kind)}>
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
