'use client'

import { Plus, X } from 'lucide-react'
import { type Control, useFieldArray } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Button } from '@/components/ui/controls/button'
import { IconButton } from '@/components/ui/controls/icon-button'
import { Select } from '@/components/ui/controls/select'
import { FormField } from '@/components/ui/forms/form'
import { MAPPED_FIELDS, MAPPED_PROPERTIES_MAX, type MappedField } from '@/server/sequences/trigger-addresses/constants'
import type { BodyLeaf } from '@/server/sequences/trigger-addresses/schema'
import { PlaceSelect } from './place-select'
import type { TriggerValues } from './trigger-form-values'

export type NamedProperty = { key: string; label: string }

type MappingFieldsProps = {
  control: Control<TriggerValues>
  leaves: readonly BodyLeaf[]
  properties: readonly NamedProperty[]
}

const FIXABLE: readonly MappedField[] = ['language', 'location', 'employee']
const WITH_HELP = ['fullName', 'location', 'employee', 'dedupeKey'] as const

export function MappingFields({ control, leaves, properties }: MappingFieldsProps) {
  const t = useTranslations('trigger')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-5 sm:grid-cols-2">
        {MAPPED_FIELDS.map((field) => (
          <PlaceSelect
            key={field}
            control={control}
            name={`mapping.${field}.place`}
            errorPath={`settings.mapping.${field}`}
            leaves={leaves}
            label={t(`fields.${field}`)}
            help={isHelped(field) ? t(`help.${field}`) : undefined}
            optional={field !== 'email'}
            {...(FIXABLE.includes(field) ? { textName: `mapping.${field}.text` as const } : {})}
          />
        ))}
      </div>
      {properties.length > 0 && <PropertyFields control={control} leaves={leaves} properties={properties} />}
    </div>
  )
}

function isHelped(field: MappedField): field is (typeof WITH_HELP)[number] {
  return WITH_HELP.some((one) => one === field)
}

function PropertyFields({ control, leaves, properties }: MappingFieldsProps) {
  const t = useTranslations('trigger.properties')
  const { fields, append, remove } = useFieldArray({ control, name: 'properties', keyName: 'rowKey' })
  const options = properties.map(({ key, label }) => ({ value: key, label }))
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <legend className="mb-1.5 text-13 font-medium text-ink">{t('title')}</legend>
      {fields.map(({ rowKey, key }, index) => (
        <div
          key={rowKey}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto]"
        >
          <FormField
            control={control}
            name={`properties.${index}.key`}
            errorPath={`settings.mapping.properties.${index}.key`}
            label={t('property')}
            hideLabel
            className="max-sm:col-start-1"
          >
            {(field) => (
              <Select
                {...field}
                options={
                  options.some(({ value }) => value === key) ? options : [{ value: key, label: key }, ...options]
                }
              />
            )}
          </FormField>
          <div className="max-sm:col-start-1">
            <PlaceSelect
              control={control}
              name={`properties.${index}.place`}
              errorPath={`settings.mapping.properties.${index}.source`}
              leaves={leaves}
              label={t('value')}
              textName={`properties.${index}.text`}
              hideLabel
            />
          </div>
          <IconButton
            icon={X}
            label={t('remove', { name: key })}
            onClick={() => remove(index)}
            className="max-sm:col-start-2 max-sm:row-start-1"
          />
        </div>
      ))}
      {fields.length < MAPPED_PROPERTIES_MAX && (
        <span>
          <Button size="small" onClick={() => append({ key: properties[0]?.key ?? '', place: '', text: '' })}>
            <Plus size={14} aria-hidden />
            {t('add')}
          </Button>
        </span>
      )}
    </fieldset>
  )
}
