import { type Control, Controller } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { ASKS_CONTACT, PIN_MAX_CHARACTERS, PLACEMENT_MAX_CHARACTERS, QUOTA_MAX } from '@/server/survey-links/constants'
import { Checkbox } from '../ui/controls/checkbox'
import { DateInput } from '../ui/controls/date-input'
import { Input } from '../ui/controls/input'
import { Select } from '../ui/controls/select'
import { FormField } from '../ui/forms/form'
import type { SurveyLinkValues } from './survey-link-values'

type FieldsProps = { control: Control<SurveyLinkValues>; hasPin?: boolean }

/** The settings that links have in common, whether one is created or many. */
export function SurveyLinkFields({ control, hasPin = false }: FieldsProps) {
  const t = useTranslations('sharing')
  return (
    <>
      <FormField
        control={control}
        name="placement"
        label={t('fields.placement')}
        help={t('fields.placementHelp')}
        optional
      >
        {(field) => <Input {...field} maxLength={PLACEMENT_MAX_CHARACTERS} autoComplete="off" />}
      </FormField>
      <FormField control={control} name="asksContact" label={t('fields.asksContact')} help={t('fields.asksHelp')}>
        {(field) => (
          <Select {...field} options={ASKS_CONTACT.map((value) => ({ value, label: t(`fields.asks.${value}`) }))} />
        )}
      </FormField>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField control={control} name="closesOn" label={t('fields.closesOn')} optional>
          {(field) => <DateInput {...field} />}
        </FormField>
        <FormField control={control} name="quota" label={t('fields.quota')} help={t('fields.quotaHelp')} optional>
          {(field) => <Input type="number" inputMode="numeric" min={1} max={QUOTA_MAX} {...field} />}
        </FormField>
      </div>
      <FormField
        control={control}
        name="pin"
        label={t('fields.pin')}
        help={hasPin ? t('fields.pinEditHelp') : t('fields.pinHelp')}
        optional
      >
        {(field) => <Input {...field} maxLength={PIN_MAX_CHARACTERS} autoComplete="off" />}
      </FormField>
      {hasPin && (
        <Controller
          control={control}
          name="removesPin"
          render={({ field: { value, ...field } }) => (
            <Checkbox {...field} checked={value} label={t('fields.removePin')} />
          )}
        />
      )}
      <Controller
        control={control}
        name="oncePerDevice"
        render={({ field: { value, ...field } }) => (
          <Checkbox {...field} checked={value} label={t('fields.oncePerDevice')} help={t('fields.oncePerDeviceHelp')} />
        )}
      />
    </>
  )
}
