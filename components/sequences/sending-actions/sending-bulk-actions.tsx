'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl/react'
import { trpc } from '@/components/trpc'
import { ConfirmBulkActionButton } from '@/components/ui/lists/confirm-bulk-action-button'
import { useSelection } from '@/components/ui/lists/selection'
import { toast } from '@/components/ui/overlays/toast'
import type { SendingActionType } from '@/server/sequences/sending-actions/constants'
import type { StartSendingAction } from '@/server/sequences/sending-actions/schema'
import { SENDING_ACTION_ICONS } from './sending-action-icons'

type Filter = StartSendingAction['filter']
type Outcome = { changed: number; unchanged: number; failed: number }

/** @property filter of the list, for actions on all that match */
export function SendingBulkActions({ filter }: { filter: Filter }) {
  return (
    <>
      <ActionButton type="pause" filter={filter} />
      <ActionButton type="resume" filter={filter} />
      <ActionButton type="skipWait" filter={filter} />
      <ActionButton type="skipStep" filter={filter} />
      <ActionButton type="cancel" filter={filter} />
    </>
  )
}

function ActionButton({ type, filter }: { type: SendingActionType; filter: Filter }) {
  const t = useTranslations('sequences.sendingActions')
  const router = useRouter()
  const { ids, count, isAllMatching, deselect } = useSelection()
  const Icon = SENDING_ACTION_ICONS[type]

  function report({ changed, unchanged, failed }: Outcome) {
    if (changed > 0) toast.success(t(`done.${type}`, { count: changed }))
    if (unchanged + failed > 0) toast.error(t('leftAlone', { count: unchanged + failed }))
  }

  async function perform() {
    if (isAllMatching) {
      const { data } = await trpc.sendings.startAction.mutate({ action: { type }, filter })
      if (data.status === 'done') report(data)
      else toast.success(t('started'))
    } else report((await trpc.sendings.batch.mutate({ ids: [...ids], action: type })).data)
    deselect()
    router.refresh()
  }

  return (
    <ConfirmBulkActionButton
      action={t(`action.${type}`)}
      icon={<Icon size={14} aria-hidden />}
      tone={type === 'cancel' || type === 'skipStep' ? 'danger' : 'primary'}
      title={t(`title.${type}`, { count })}
      onConfirm={perform}
    >
      <p>{t(`body.${type}`)}</p>
    </ConfirmBulkActionButton>
  )
}
