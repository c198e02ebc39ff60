import type { Control } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Input } from '@/components/ui/controls/input'
import { Select } from '@/components/ui/controls/select'
import { FormField } from '@/components/ui/forms/form'
import { COOLDOWN_DAYS_MAX, SURVEY_PRIORITIES } from '@/server/surveys/constants'
import type { SurveyDraft } from './draft-types'

/** How often a contact gets the survey, and whether it goes before others. */
export function SurveyFrequencyFields({ control }: { control: Control<SurveyDraft> }) {
  const t = useTranslations('surveys')
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <FormField
        control={control}
        name="cooldownDays"
        label={t('fields.cooldownDays')}
        help={t('fields.cooldownDaysHelp')}
        optional
      >
        {(field) => (
          <Input type="number" inputMode="numeric" min={1} max={COOLDOWN_DAYS_MAX} className="figures" {...field} />
        )}
      </FormField>
      <FormField control={control} name="priority" label={t('fields.priority')} help={t('fields.priorityHelp')}>
        {(field) => (
          <Select
            {...field}
            options={SURVEY_PRIORITIES.toReversed().map((value) => ({ value, label: t(`priorities.${value}`) }))}
          />
        )}
      </FormField>
    </div>
  )
}
