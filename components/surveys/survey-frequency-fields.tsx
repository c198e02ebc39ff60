import type { Control } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Input } from '@/components/ui/controls/input'
import { Select } from '@/components/ui/controls/select'
import { FormField } from '@/components/ui/forms/form'
import { COOLDOWN_DAYS_MAX, SURVEY_PRIORITIES } from '@/server/surveys/constants'
import type { SurveyDraft } from './draft-types'

const CHANGE_HOURS = ['', '1', '24', '168', '720']

/** How often a contact gets the survey, whether it goes before others, and how long people may change their answers. */
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
      <FormField
        control={control}
        name="changeHours"
        label={t('fields.changeHours')}
        help={t('fields.changeHoursHelp')}
      >
        {(field) => (
          <Select
            {...field}
            // A value set through the API stays a choice.
            options={[...new Set([...CHANGE_HOURS, field.value])].map((value) => ({
              value,
              label: t('changeHours', { hours: Number(value) }),
            }))}
          />
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
