'use client'

import { useTranslations } from 'use-intl/react'
import { trpc } from '@/components/trpc'
import { Button } from '@/components/ui/controls/button'
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog'
import { useMutationAction } from '@/components/use-mutation-action'
import type { TriggerOutcome } from '@/server/sequences/trigger-addresses/schema'

export function ReplayButton({ sequenceId, id }: { sequenceId: string; id: string }) {
  const t = useTranslations('trigger')
  const { run, pending } = useMutationAction()
  const replay = () =>
    run(async () => {
      const { data } = await trpc.triggerAddresses.replay.mutate({ sequenceId, id })
      return {
        success: t('replayed', { count: data.replayed }),
        href: `/sequences/${sequenceId}/entry/trigger/requests`,
      }
    })
  return (
    <Button pending={pending} onClick={replay} data-tip={t('replayHint')}>
      {t('replay')}
    </Button>
  )
}

export function ReplayAllButton({ sequenceId, outcome }: { sequenceId: string; outcome: TriggerOutcome }) {
  const t = useTranslations('trigger')
  const { perform } = useMutationAction()
  return (
    <ConfirmDialog
      trigger={<Button>{t('replayAll')}</Button>}
      title={t('replayAllTitle')}
      action={t('replayAll')}
      tone="primary"
      onConfirm={async () =>
        perform(async () => {
          const { data } = await trpc.triggerAddresses.replayAll.mutate({ sequenceId, outcome })
          return { success: t('replayed', { count: data.replayed }) }
        })
      }
    >
      <p>{t('replayAllBody')}</p>
    </ConfirmDialog>
  )
}
