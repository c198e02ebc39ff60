'use client'

import { Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { IconButton } from '../ui/controls/icon-button'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { useMutationAction } from '../use-mutation-action'

export function RemoveIntakeDialog({ id, name }: { id: string; name: string }) {
  const t = useTranslations('mailEvents')
  const { perform } = useMutationAction()
  return (
    <ConfirmDialog
      trigger={<IconButton icon={Trash2} label={t('remove', { name })} />}
      title={t('removeTitle', { name })}
      action={t('removeAction')}
      onConfirm={async () =>
        perform(async () => {
          await trpc.mailEvents.remove.mutate({ id })
          return { success: t('removed') }
        })
      }
    >
      <p>{t('removeBody')}</p>
    </ConfirmDialog>
  )
}
