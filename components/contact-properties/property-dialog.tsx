'use client'

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ContactProperty } from '@/server/contact-properties/schema'
import { Button } from '../ui/controls/button'
import { Dialog } from '../ui/overlays/dialog'
import { useOpenFromUrl } from '../ui/overlays/use-open-from-url'
import { PropertyForm } from './property-form'
import type { PropertyValues } from './property-values'

type PropertyDialogProps = {
  /** Declares a key that contacts have already; its key is fixed. */
  draft?: PropertyValues
  /** URL parameter that opens it. */
  openParam: 'create' | 'declare'
  trigger?: 'create'
}

export function PropertyDialog({ draft, openParam, trigger }: PropertyDialogProps) {
  const t = useTranslations('properties')
  const [open, setOpen] = useOpenFromUrl(openParam)
  const button = (
    <Button variant="primary" aria-keyshortcuts="c">
      <Plus size={16} aria-hidden />
      {t('create')}
    </Button>
  )
  return (
    <Dialog {...(trigger ? { trigger: button } : {})} open={open} onOpenChange={setOpen} title={t('createTitle')}>
      <PropertyForm {...(draft ? { draft } : {})} onSaved={() => setOpen(false)} />
    </Dialog>
  )
}

export function DeclarePropertyButton({ draft }: { draft: PropertyValues }) {
  const t = useTranslations('properties')
  const [open, setOpen] = useState(false)
  const button = (
    <Button size="small" aria-label={t('declareName', { key: draft.key })}>
      {t('declare')}
    </Button>
  )
  return (
    <Dialog trigger={button} open={open} onOpenChange={setOpen} title={t('createTitle')}>
      <PropertyForm draft={draft} onSaved={() => setOpen(false)} />
    </Dialog>
  )
}

type EditPropertyDialogProps = { property: ContactProperty; open: boolean; onOpenChange: (open: boolean) => void }

export function EditPropertyDialog({ property, open, onOpenChange }: EditPropertyDialogProps) {
  const t = useTranslations('properties')
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('editTitle')}>
      <PropertyForm property={property} onSaved={() => onOpenChange(false)} />
    </Dialog>
  )
}
