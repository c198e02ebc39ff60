'use client'

import { type Control, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Input } from '@/components/ui/controls/input'
import { Select } from '@/components/ui/controls/select'
import { FormField } from '@/components/ui/forms/form'
import type { TriggerValues } from './trigger-form-values'

export function ReentryFields({ control }: { control: Control<TriggerValues> }) {
  const t = useTranslations('trigger.reentry')
  const reentry = useWatch({ control, name: 'reentry' })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-5 sm:grid-cols-2">
      <FormField control={control} name="reentry" label={t('label')}>
        {(field) => (
          <Select
            {...field}
            options={(['never', 'days', 'always'] as const).map((value) => ({ value, label: t(value) }))}
          />
        )}
      </FormField>
      {reentry === 'days' && (
        <FormField control={control} name="reentryDays" errorPath="settings.reentryDays" label={t('number')}>
          {(field) => <Input type="number" inputMode="numeric" min={1} {...field} />}
        </FormField>
      )}
    </div>
  )
}
