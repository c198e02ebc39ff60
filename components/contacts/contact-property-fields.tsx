import type { ChangeEvent } from 'react'
import type { Control, FieldValues, Path } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl/react'
import { DateInput } from '@/components/ui/controls/date-input'
import { Input } from '@/components/ui/controls/input'
import { Select } from '@/components/ui/controls/select'
import { FormField } from '@/components/ui/forms/form'
import { fitsProperty } from '@/server/contact-properties/constants'
import type { ContactProperty } from '@/server/contact-properties/schema'
import type { PropertyTexts } from './contact-property-values'

type ContactPropertyFieldsProps<T extends FieldValues> = {
  control: Control<T>
  properties: readonly ContactProperty[]
  customFields: Readonly<Record<string, unknown>>
}

/** Inputs of the declared properties; their texts are `properties.<id>` of the form. */
export function ContactPropertyFields<T extends FieldValues & { properties: PropertyTexts }>({
  control,
  properties,
  customFields,
}: ContactPropertyFieldsProps<T>) {
  const t = useTranslations('properties')
  const language = useLocale()
  if (properties.length === 0) return null
  return (
    <fieldset className="grid gap-5 border-t pt-5">
      <legend className="float-left text-14 font-semibold">{t('form.legend')}</legend>
      <div className="clear-left grid items-start gap-5 sm:grid-cols-2">
        {properties.map((property) => {
          const { id, key, type, label } = property
          const value = customFields[key] ?? null
          const isFitting = value === null || fitsProperty(property, value)
          const storedText = typeof value === 'string' ? value : JSON.stringify(value)
          return (
            <FormField
              key={id}
              control={control}
              name={`properties.${id}` as Path<T>}
              errorPath={`customFields.${key}`}
              label={label[language]}
              optional
              {...(isFitting ? {} : { help: t('form.unfitting', { type, value: storedText.slice(0, 100) }) })}
            >
              {(field) => <PropertyInput {...field} property={property} />}
            </FormField>
          )
        })}
      </div>
    </fieldset>
  )
}

type PropertyInputProps = {
  property: ContactProperty
  name?: string
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void
  onBlur?: () => void
  ref?: (element: HTMLElement | null) => void
}

export function PropertyInput({ property: { type, options }, ...field }: PropertyInputProps) {
  const t = useTranslations('properties.form')
  const common = useTranslations('common')
  const language = useLocale()
  if (type === 'date') return <DateInput {...field} />
  if (type === 'number') return <Input {...field} inputMode="decimal" autoComplete="off" />
  if (type === 'text') return <Input {...field} autoComplete="off" />
  const choices =
    type === 'choice'
      ? options.map(({ value, label }) => ({ value, label: label[language] }))
      : (['true', 'false'] as const).map((value) => ({ value, label: common(value === 'true' ? 'yes' : 'no') }))
  return <Select {...field} options={[{ value: '', label: t('notSet') }, ...choices]} />
}
