'use client'

import { useTranslations } from 'use-intl/react'
import type { ApiKey } from '@/server/api-keys/schema'
import { trpc } from '../trpc'
import { Time } from '../ui/content/time'
import { Button } from '../ui/controls/button'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { useMutationAction } from '../use-mutation-action'

export type RevokePreviousSecretDialogProps = { id: string; previous: NonNullable<ApiKey['previous']> }

export function RevokePreviousSecretDialog({ id, previous: { hint, lastUsedAt } }: RevokePreviousSecretDialogProps) {
  const t = useTranslations('settings.apiKeys.secrets')
  const { perform } = useMutationAction()
  const end = async () =>
    perform(async () => {
      await trpc.apiKeys.endPrevious.mutate({ id })
      return { success: t('endDone') }
    })
  return (
    <ConfirmDialog
      trigger={<Button size="small">{t('end')}</Button>}
      title={t('endTitle')}
      action={t('endAction')}
      onConfirm={end}
    >
      <p>{t('endBody', { hint })}</p>
      <p>{lastUsedAt === null ? t('endUnused') : t.rich('endUsed', { time: () => <Time value={lastUsedAt} /> })}</p>
    </ConfirmDialog>
  )
}
