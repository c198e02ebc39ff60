'use client'

import {
  Ban,
  Building2,
  Ellipsis,
  Eraser,
  Languages,
  MapPin,
  Send,
  SlidersHorizontal,
  Tag,
  Trash2,
  Workflow,
} from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { BulkActionType } from '@/server/bulk-actions/constants'
import type { ContactSelection } from '@/server/bulk-actions/schema'
import type { ContactProperty } from '@/server/contact-properties/schema'
import { Button } from '../ui/controls/button'
import { Menu, MenuItem, MenuSeparator } from '../ui/controls/menu'
import { ExportMenu } from '../ui/lists/export-menu'
import { useSelection } from '../ui/lists/selection'

// Loads once an action is chosen.
const BulkActionDialog = dynamic(() => import('./bulk-action-dialog').then((module) => module.BulkActionDialog))

export type ContactBulkActionsProps = {
  /** Of the list: what is selected if all that match are. */
  filter: Extract<ContactSelection, { filter: object }>['filter']
  /** The same as the query of the export. */
  exportQuery: string
  properties: readonly ContactProperty[]
  mayErase: boolean
}

const BUTTONS = [
  { type: 'enrol', icon: Workflow },
  { type: 'addTags', icon: Tag },
  { type: 'removeTags', icon: null },
  { type: 'delete', icon: Trash2 },
] as const

const MENU = [
  { type: 'sendSurvey', icon: Send },
  { type: 'setLocation', icon: MapPin },
  { type: 'setCompany', icon: Building2 },
  { type: 'setProperty', icon: SlidersHorizontal },
  { type: 'setLanguage', icon: Languages },
  { type: 'unsubscribe', icon: Ban },
] as const

export function ContactBulkActions({ filter, exportQuery, properties, mayErase }: ContactBulkActionsProps) {
  const t = useTranslations('bulkActions')
  const contacts = useTranslations('contacts.export')
  const { ids, count, isAllMatching } = useSelection()
  const [chosen, setChosen] = useState<BulkActionType | null>(null)
  const selection: ContactSelection = isAllMatching ? { filter } : { ids: [...ids] }
  return (
    <>
      {BUTTONS.map(({ type, icon: Icon }) => (
        <Button key={type} size="small" aria-haspopup="dialog" onClick={() => setChosen(type)}>
          {Icon && <Icon size={14} aria-hidden />}
          {t(`names.${type}`)}
        </Button>
      ))}
      <ExportMenu
        size="small"
        path="/api/contacts"
        query={isAllMatching ? exportQuery : `ids=${ids.join(',')}`}
        count={count}
        sentence={contacts(isAllMatching ? 'sentence' : 'selected', { count })}
      />
      <Menu
        align="start"
        trigger={
          <Button size="small">
            <Ellipsis size={14} aria-hidden />
            {t('more')}
          </Button>
        }
      >
        {MENU.map(({ type, icon }) => (
          <MenuItem key={type} icon={icon} onSelect={() => setChosen(type)}>
            {t(`names.${type}`)}
          </MenuItem>
        ))}
        {mayErase && (
          <>
            <MenuSeparator />
            <MenuItem icon={Eraser} tone="danger" onSelect={() => setChosen('erase')}>
              {t('names.erase')}
            </MenuItem>
          </>
        )}
      </Menu>
      {chosen !== null && (
        <BulkActionDialog
          type={chosen}
          selection={selection}
          count={count}
          properties={properties}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  )
}
