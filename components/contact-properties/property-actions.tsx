'use client'

import { ArrowDown, ArrowUp, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl/react'
import type { ContactProperty } from '@/server/contact-properties/schema'
import { trpc } from '../trpc'
import { IconButton } from '../ui/controls/icon-button'
import { Menu, MenuItem, MenuSeparator } from '../ui/controls/menu'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { useMutationAction } from '../use-mutation-action'
import { EditPropertyDialog } from './property-dialog'

/** @property orderedIds of all properties, to move this one. */
type PropertyActionsProps = { property: ContactProperty; orderedIds: readonly string[] }

export function PropertyActions({ property, orderedIds }: PropertyActionsProps) {
  const t = useTranslations('properties')
  const locale = useLocale()
  const { perform, run } = useMutationAction()
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const { id, key, label } = property
  const name = label[locale]
  const index = orderedIds.indexOf(id)

  const move = (to: number) => {
    const ids = orderedIds.filter((each) => each !== id).toSpliced(to, 0, id)
    run(async () => {
      await trpc.contactProperties.reorder.mutate({ ids })
      return { success: t('moved') }
    })
  }

  const remove = async () =>
    perform(async () => {
      await trpc.contactProperties.delete.mutate({ id })
      return { success: t('deleted') }
    })

  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label={t('actionsOf', { name })} size="small" />}>
        <MenuItem icon={Pencil} onSelect={() => setOpen('edit')}>
          {t('edit')}
        </MenuItem>
        {index > 0 && (
          <MenuItem icon={ArrowUp} onSelect={() => move(index - 1)}>
            {t('moveUp')}
          </MenuItem>
        )}
        {index < orderedIds.length - 1 && (
          <MenuItem icon={ArrowDown} onSelect={() => move(index + 1)}>
            {t('moveDown')}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={Trash2} tone="danger" onSelect={() => setOpen('delete')}>
          {t('delete')}
        </MenuItem>
      </Menu>
      <EditPropertyDialog
        property={property}
        open={open === 'edit'}
        onOpenChange={(next) => setOpen(next ? 'edit' : null)}
      />
      <ConfirmDialog
        open={open === 'delete'}
        onOpenChange={(next) => setOpen(next ? 'delete' : null)}
        title={t('deleteTitle', { name })}
        action={t('deleteAction')}
        onConfirm={remove}
      >
        <p>{t('deleteBody', { key })}</p>
      </ConfirmDialog>
    </>
  )
}
