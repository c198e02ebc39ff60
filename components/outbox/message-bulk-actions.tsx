'use client'

import { Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { trpc } from '@/components/trpc'
import { ConfirmBulkActionButton } from '@/components/ui/lists/confirm-bulk-action-button'
import { useSelection } from '@/components/ui/lists/selection'
import { useMutationAction } from '@/components/use-mutation-action'

export function MessageBulkActions() {
  const t = useTranslations('lists.bulk')
  const { perform } = useMutationAction()
  const { ids, deselect } = useSelection()

  async function remove() {
    const { data } = await trpc.outbox.delete.mutate({ ids: [...ids] })
    deselect()
    return { success: t('messagesDeleted', { count: data.deleted }) }
  }

  return (
    <ConfirmBulkActionButton
      action={t('delete')}
      icon={<Trash2 size={14} aria-hidden />}
      title={t('deleteMessages', { count: ids.length })}
      onConfirm={() => perform(remove)}
    >
      <p>{t('deleteMessagesBody')}</p>
    </ConfirmBulkActionButton>
  )
}
