'use client'

import { MoreHorizontal, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { AlertRule } from '@/server/alerts/schema'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { IconButton } from '../ui/controls/icon-button'
import { Menu, MenuItem } from '../ui/controls/menu'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { useMutationAction } from '../use-mutation-action'

export function RuleActions({ rule: { id, name } }: { rule: Pick<AlertRule, 'id' | 'name'> }) {
  const t = useTranslations('alerts')
  const { perform, run, pending } = useMutationAction()
  const [isConfirming, setIsConfirming] = useState(false)

  const test = () =>
    run(async () => {
      await trpc.alerts.sendTest.mutate({ id })
      return { success: t('testSent') }
    })
  const remove = async () =>
    perform(async () => {
      await trpc.alerts.deleteRule.mutate({ id })
      return { success: t('deleted', { name }), href: '/settings/alerts' }
    })

  return (
    <>
      <Menu trigger={<IconButton icon={MoreHorizontal} label={t('actions')} variant="secondary" />}>
        <MenuItem icon={Trash2} tone="danger" onSelect={() => setIsConfirming(true)}>
          {t('delete')}
        </MenuItem>
      </Menu>
      <Button pending={pending} onClick={test}>
        {t('test')}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t('deleteTitle', { name })}
        action={t('deleteAction')}
        onConfirm={remove}
      >
        <p>{t('deleteBody')}</p>
      </ConfirmDialog>
    </>
  )
}
