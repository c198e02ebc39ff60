'use client'

import { Download, Ellipsis, Merge, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { IconButton } from '@/components/ui/controls/icon-button'
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/controls/menu'
import { DeleteContactDialog } from './delete-contact-dialog'

type ContactActionsProps = { id: string; name: string; isAdmin: boolean }

export function ContactActions({ id, name, isAdmin }: ContactActionsProps) {
  const t = useTranslations('contacts')
  const router = useRouter()
  const [isDeleting, setIsDeleting] = useState(false)
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label={t('actionsOf', { name })} />}>
        <MenuItem icon={Merge} onSelect={() => router.push(`/contacts/${id}/merge`)}>
          {t('merge')}
        </MenuItem>
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
