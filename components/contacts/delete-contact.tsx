'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl/react'
import { trpc } from '@/components/trpc'
import { Button } from '@/components/ui/controls/button'
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog'
import { toast } from '@/components/ui/overlays/toast'

/** Deletes a contact for good, after saying what that means. */
export function DeleteContact({ id, name }: { id: string; name: string }) {
  const t = useTranslations('contacts')
  const router = useRouter()

  async function remove() {
    await trpc.contacts.delete.mutate({ id })
    toast.success(t('deleted'))
    router.push('/contacts')
    router.refresh()
  }

  return (
    <ConfirmDialog
      trigger={<Button>{t('delete')}</Button>}
      title={t('deleteTitle', { name })}
      action={t('delete')}
      onConfirm={remove}
    >
      <p>{t('deleteBody')}</p>
    </ConfirmDialog>
  )
}
