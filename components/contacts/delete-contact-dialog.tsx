'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc } from '@/components/trpc'
import { Checkbox } from '@/components/ui/controls/checkbox'
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog'
import { useMutationAction } from '@/components/use-mutation-action'

type DeleteContactDialogProps = {
  id: string
  name: string
  mayErase: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function DeleteContactDialog({ id, name, mayErase, open, onOpenChange }: DeleteContactDialogProps) {
  const t = useTranslations('contacts')
  const { perform } = useMutationAction()
  const [isErasing, setIsErasing] = useState(false)

  async function remove() {
    await perform(async () => {
      if (isErasing) await trpc.contacts.erase.mutate({ id })
      else await trpc.contacts.delete.mutate({ id })
      return { success: t(isErasing ? 'erased' : 'deleted'), href: '/contacts' }
    })
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('deleteTitle', { name })}
      action={t(isErasing ? 'erase' : 'delete')}
      onConfirm={remove}
    >
      <p>{t(isErasing ? 'eraseBody' : 'deleteBody')}</p>
      {mayErase && <Checkbox checked={isErasing} onChange={setIsErasing} label={t('eraseToo')} help={t('eraseHelp')} />}
    </ConfirmDialog>
  )
}
