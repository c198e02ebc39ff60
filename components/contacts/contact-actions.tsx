'use client'

import { Download, Ellipsis, MailCheck, MailX, Merge, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc } from '@/components/trpc'
import { IconButton } from '@/components/ui/controls/icon-button'
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/controls/menu'
import { useMutationAction } from '@/components/use-mutation-action'
import { DeleteContactDialog } from './delete-contact-dialog'

type ContactActionsProps = {
  id: string
  name: string
  isAdmin: boolean
  unsubscribed: boolean
  /** By themselves: only they can subscribe again. */
  hasOptedOut: boolean
}

export function ContactActions({ id, name, isAdmin, unsubscribed, hasOptedOut }: ContactActionsProps) {
  const t = useTranslations('contacts')
  const router = useRouter()
  const { run } = useMutationAction()
  const [isDeleting, setIsDeleting] = useState(false)

  function setUnsubscribed(next: boolean) {
    run(async () => {
      await trpc.contacts.update.mutate({ id, unsubscribed: next })
      return { success: t(next ? 'unsubscribedToast' : 'resubscribedToast') }
    })
  }

  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label={t('actionsOf', { name })} />}>
        <MenuItem icon={Merge} onSelect={() => router.push(`/contacts/${id}/merge`)}>
          {t('merge')}
        </MenuItem>
        {!hasOptedOut && (
          <MenuItem icon={unsubscribed ? MailCheck : MailX} onSelect={() => setUnsubscribed(!unsubscribed)}>
            {t(unsubscribed ? 'resubscribe' : 'unsubscribe')}
          </MenuItem>
        )}
        {isAdmin && (
          <MenuItem icon={Download} onSelect={() => window.location.assign(`/api/contact-data?id=${id}`)}>
            {t('exportData')}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={Trash2} tone="danger" onSelect={() => setIsDeleting(true)}>
          {t('delete')}
        </MenuItem>
      </Menu>
      <DeleteContactDialog id={id} name={name} mayErase={isAdmin} open={isDeleting} onOpenChange={setIsDeleting} />
    </>
  )
}
