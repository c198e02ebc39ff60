'use client'

import { Ellipsis, Merge, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { IconButton } from '../ui/controls/icon-button'
import { Menu, MenuItem, MenuSeparator } from '../ui/controls/menu'
import type { Option } from '../ui/controls/select'
import { useOpenFromUrl } from '../ui/overlays/use-open-from-url'
import { DeleteMasterDataDialog } from './delete-master-data-dialog'
import type { AnyMasterDataEntry, MasterDataCollectionName, MasterDataUsageCounts } from './master-data-collections'
import { EditMasterDataDialog } from './master-data-form-dialog'
import { MergeMasterDataDialog } from './merge-master-data-dialog'

export type MasterDataActionsProps = {
  collection: MasterDataCollectionName
  record: AnyMasterDataEntry & { usage: MasterDataUsageCounts }
  /** Names of the alerts that reference it. */
  alertNames: readonly string[]
  /** For locations. */
  timeZones: readonly Option[]
}

export function MasterDataActions({ collection, record, alertNames, timeZones }: MasterDataActionsProps) {
  const t = useTranslations('records')
  const [isEditing, setIsEditing] = useOpenFromUrl('edit')
  const [open, setOpen] = useState<'merge' | 'delete' | null>(null)
  const { id, name, usage } = record
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label={t('actionsOf', { name })} />}>
        <MenuItem icon={Pencil} onSelect={() => setIsEditing(true)}>
          {t('edit')}
        </MenuItem>
        <MenuItem icon={Merge} onSelect={() => setOpen('merge')}>
          {t('merge')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} tone="danger" onSelect={() => setOpen('delete')}>
          {t('delete')}
        </MenuItem>
      </Menu>
      <EditMasterDataDialog
        collection={collection}
        record={record}
        timeZones={timeZones}
        open={isEditing}
        onOpenChange={setIsEditing}
      />
      <MergeMasterDataDialog
        collection={collection}
        id={id}
        name={name}
        open={open === 'merge'}
        onOpenChange={(next) => setOpen(next ? 'merge' : null)}
      />
      <DeleteMasterDataDialog
        collection={collection}
        id={id}
        name={name}
        usage={usage}
        alertNames={alertNames}
        open={open === 'delete'}
        onOpenChange={(next) => setOpen(next ? 'delete' : null)}
      />
    </>
  )
}
