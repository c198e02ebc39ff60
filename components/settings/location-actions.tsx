'use client'

import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Location } from '@/server/organizations/schema'
import { trpc } from '../trpc'
import { IconButton } from '../ui/controls/icon-button'
import { Menu, MenuItem, MenuLine } from '../ui/controls/menu'
import type { Option } from '../ui/controls/select'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { toast } from '../ui/overlays/toast'
import { LocationDialog } from './location-dialog'

export type LocationActionsProps = { location: Location; timeZones: readonly Option[] }

/** Edit and delete, behind one button. */
export function LocationActions({ location, timeZones }: LocationActionsProps) {
  const t = useTranslations('settings.locations')
  const router = useRouter()
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const { id, name, contacts } = location

  const remove = async () => {
    await trpc.settings.deleteLocation.mutate({ id })
    toast.success(t('deleted', { name }))
    router.refresh()
  }

  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label={t('actionsOf', { name })} size="small" />}>
        <MenuItem icon={Pencil} onSelect={() => setOpen('edit')}>
          {t('edit')}
        </MenuItem>
        <MenuLine />
        <MenuItem icon={Trash2} tone="danger" onSelect={() => setOpen('delete')}>
          {t('delete')}
        </MenuItem>
      </Menu>
      <LocationDialog
        location={location}
        timeZones={timeZones}
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
        <p>{t('deleteBody', { count: contacts })}</p>
      </ConfirmDialog>
    </>
  )
}
