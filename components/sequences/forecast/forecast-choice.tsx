'use client'

import { usePathname, useRouter } from 'next/navigation'
import { useTransition } from 'react'
import { useTranslations } from 'use-intl/react'
import { searchContacts } from '@/components/contacts/search-contacts'
import { Combobox } from '@/components/ui/controls/combobox'
import { type Option, Select } from '@/components/ui/controls/select'
import { Field } from '@/components/ui/forms/field'
import { withSearchParams } from '@/components/ui/search-params'

type ForecastChoiceProps = {
  segments: readonly { id: string; name: string }[]
  segmentId: string
  contact: Option | null
}

/** Whose forecast a page shows: the people of a segment, or one contact. The choice is in the URL. */
export function ForecastChoice({ segments, segmentId, contact }: ForecastChoiceProps) {
  const t = useTranslations('forecast')
  const router = useRouter()
  const path = usePathname()
  const [isPending, start] = useTransition()
  const show = (choice: { segment?: string; contact?: string }) =>
    start(() => router.push(withSearchParams(path, {}, { ...choice }), { scroll: false }))
  return (
    <div className="grid gap-4 sm:grid-cols-2" aria-busy={isPending}>
      <Field label={t('audience')}>
        <Select
          value={segmentId}
          placeholder={t('everyone')}
          onChange={({ target }) => show({ segment: target.value })}
          options={segments.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      <Field label={t('contact')}>
        <Combobox
          label={t('contact')}
          placeholder={t('contactPlaceholder')}
          value={contact?.value ?? ''}
          initialOption={contact}
          search={searchContacts}
          onChange={(id) => show({ contact: id })}
        />
      </Field>
    </div>
  )
}
