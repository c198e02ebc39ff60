'use client'

import { Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { IconButton } from '../ui/controls/icon-button'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { toast } from '../ui/overlays/toast'

export function DeleteNote({ id, authorName }: { id: string; authorName: string }) {
  const t = useTranslations('cases')
  const router = useRouter()
  return (
    <ConfirmDialog
      trigger={<IconButton icon={Trash2} size="small" label={t('deleteNote', { name: authorName })} />}
      title={t('deleteNoteTitle')}
      action={t('delete')}
      onConfirm={async () => {
        await trpc.responses.deleteNote.mutate({ id })
        toast.success(t('noteDeleted'))
        router.refresh()
      }}
    >
      <p>{t('deleteNoteBody')}</p>
    </ConfirmDialog>
  )
}
