'use client'

import { Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { IconButton } from '../ui/controls/icon-button'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { useMutationAction } from '../use-mutation-action'

export function DeleteNoteDialog({ id, authorName }: { id: string; authorName: string }) {
  const t = useTranslations('cases')
  const { perform } = useMutationAction()
  return (
    <ConfirmDialog
      trigger={<IconButton icon={Trash2} size="small" label={t('deleteNote', { name: authorName })} />}
      title={t('deleteNoteTitle')}
      action={t('delete')}
      onConfirm={async () =>
        perform(async () => {
          await trpc.responses.deleteNote.mutate({ id })
          return { success: t('noteDeleted') }
        })
      }
    >
      <p>{t('deleteNoteBody')}</p>
    </ConfirmDialog>
  )
}
