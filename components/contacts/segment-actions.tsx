'use client'

import { Ellipsis, ListFilter, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc } from '@/components/trpc'
import { IconButton } from '@/components/ui/controls/icon-button'
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/controls/menu'
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog'
import { useMutationAction } from '@/components/use-mutation-action'

/** @property editHref the contact list with the segment's conditions */
type SegmentActionsProps = { id: string; name: string; editHref: string }

export function SegmentActions({ id, name, editHref }: SegmentActionsProps) {
  const t = useTranslations('contacts.segments')
  const router = useRouter()
  const { perform } = useMutationAction()
  const [isDeleting, setIsDeleting] = useState(false)
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label={t('actionsOf', { name })} size="small" />}>
        <MenuItem icon={ListFilter} onSelect={() => router.push(editHref)}>
          {t('changeConditions')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} tone="danger" onSelect={() => setIsDeleting(true)}>
          {t('delete')}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setIsDeleting}
        title={t('deleteTitle', { name })}
        action={t('delete')}
        onConfirm={async () =>
          perform(async () => {
            await trpc.segments.delete.mutate({ id })
            return { success: t('deleted') }
          })
        }
      >
        <p>{t('deleteBody')}</p>
      </ConfirmDialog>
    </>
  )
}
