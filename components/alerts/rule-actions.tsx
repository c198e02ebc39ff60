'use client'

import { MoreHorizontal, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { AlertRule } from '@/server/alerts/schema'
import { trpc, useToFailure } from '../trpc'
import { Button } from '../ui/controls/button'
import { IconButton } from '../ui/controls/icon-button'
import { Menu, MenuItem } from '../ui/controls/menu'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { toast } from '../ui/overlays/toast'

export type RuleActionsProps = { rule: Pick<AlertRule, 'id' | 'name'> }

export function RuleActions({ rule: { id, name } }: RuleActionsProps) {
  const t = useTranslations('alerts')
  const toFailure = useToFailure()
  const router = useRouter()
  const [isAsking, setIsAsking] = useState(false)
  const [pending, setPending] = useState(false)

  const test = async () => {
    setPending(true)
    try {
      await trpc.alerts.sendTest.mutate({ id })
      toast.success(t('testSent'))
      router.refresh()
    } catch (error) {
      toast.error(toFailure(error).summary)
    }
    setPending(false)
  }
  const remove = async () => {
    await trpc.alerts.deleteRule.mutate({ id })
    toast.success(t('deleted', { name }))
    router.push('/settings/alerts')
    router.refresh()
  }

  return (
    <>
      <Menu trigger={<IconButton icon={MoreHorizontal} label={t('actions')} variant="secondary" />}>
        <MenuItem icon={Trash2} tone="danger" onSelect={() => setIsAsking(true)}>
          {t('delete')}
        </MenuItem>
      </Menu>
      <Button pending={pending} onClick={() => void test()}>
        {t('test')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t('deleteTitle', { name })}
        action={t('deleteAction')}
        onConfirm={remove}
      >
        <p>{t('deleteBody')}</p>
      </ConfirmDialog>
    </>
  )
}
