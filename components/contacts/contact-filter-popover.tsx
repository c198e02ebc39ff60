'use client'

import { ChevronDown } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'use-intl/react'
import { Button } from '@/components/ui/controls/button'
import { Popover } from '@/components/ui/overlays/popover'
import type { ContactProperty } from '@/server/contact-properties/schema'

// Loads once the popover opens.
const ContactFilterForm = dynamic(() => import('./contact-filter-form').then((module) => module.ContactFilterForm))

export function ContactFilterPopover({ properties }: { properties: readonly ContactProperty[] }) {
  const t = useTranslations('contacts.filters')
  return (
    <Popover
      className="w-96"
      trigger={
        <Button>
          {t('button')}
          <ChevronDown size={14} aria-hidden className="text-ink-faint" />
        </Button>
      }
    >
      <ContactFilterForm properties={properties} />
    </Popover>
  )
}
