'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc } from '@/components/trpc'
import { Button } from '@/components/ui/controls/button'
import { Checkbox } from '@/components/ui/controls/checkbox'
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog'
import { useMutationAction } from '@/components/use-mutation-action'

type Props = { id: string; name: string; mayErase: boolean }

/** Deletes a contact permanently after a confirmation; owners and admins may also erase the contact's texts. */
export function DeleteContact({ id, name, mayErase }: Props) {
  const t = useTranslations('contacts')
  const { perform } = useMutationAction()
  const [erases, setErases] = useState(false)

  async function remove() {
    await perform(async () => {
      if (erases) await trpc.contacts.erase.mutate({ id })
      else await trpc.contacts.delete.mutate({ id })
      return { success: t(erases ? 'erased' : 'deleted'), href: '/contacts' }
    })
  }

  return (
    <ConfirmDialog
      trigger={<Button>{t('delete')}</Button>}
      title={t('deleteTitle', { name })}
      action={t(erases ? 'erase' : 'delete')}
      onConfirm={remove}
    >
      <p>{t(erases ? 'eraseBody' : 'deleteBody')}</p>
      {mayErase && <Checkbox checked={erases} onChange={setErases} label={t('eraseToo')} help={t('eraseHelp')} />}
    </ConfirmDialog>
  )
}
