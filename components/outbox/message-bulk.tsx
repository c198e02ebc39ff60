'use client'

import { Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl/react'
import { trpc } from '@/components/trpc'
import { BulkConfirm } from '@/components/ui/lists/bulk-confirm'
import { useSelected } from '@/components/ui/lists/use-selected'
import { toast } from '@/components/ui/overlays/toast'

export function MessageBulk() {
  const t = useTranslations('lists.bulk')
  const router = useRouter()
  const { ids, deselect } = useSelected()

  async function remove() {
    const { data } = await trpc.outbox.delete.mutate({ ids: [...ids] })
    toast.success(t('messagesDeleted', { count: data.deleted }))
    deselect()
    router.refresh()
  }

  return (
    <BulkConfirm
      action={t('delete')}
      icon={<Trash2 size={14} aria-hidden />}
      title={t('deleteMessages', { count: ids.length })}
      onConfirm={remove}
    >
      <p>{t('deleteMessagesBody')}</p>
    </BulkConfirm>
  )
}
