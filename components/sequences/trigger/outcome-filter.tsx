'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl/react'
import { Select } from '@/components/ui/controls/select'
import { Field } from '@/components/ui/forms/field'
import { TRIGGER_OUTCOMES } from '@/server/sequences/trigger-addresses/constants'

export function OutcomeFilter({ path, value }: { path: string; value: string }) {
  const t = useTranslations('trigger')
  const router = useRouter()
  return (
    <Field label={t('filter')} className="max-w-xs">
      <Select
        value={value}
        onChange={({ target }) => router.push(target.value === '' ? path : `${path}?outcome=${target.value}`)}
        placeholder={t('anyOutcome')}
        options={TRIGGER_OUTCOMES.map((outcome) => ({ value: outcome, label: t(`outcomes.${outcome}`) }))}
      />
    </Field>
  )
}
