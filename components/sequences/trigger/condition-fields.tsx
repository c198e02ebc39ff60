'use client'

import { Plus, X } from 'lucide-react'
import { type Control, useFieldArray, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Button } from '@/components/ui/controls/button'
import { IconButton } from '@/components/ui/controls/icon-button'
import { Input } from '@/components/ui/controls/input'
import { Select } from '@/components/ui/controls/select'
import { FormField } from '@/components/ui/forms/form'
import { COMPARING_OPERATORS, CONDITIONS_MAX, TRIGGER_OPERATORS } from '@/server/sequences/trigger-addresses/constants'
import type { BodyLeaf } from '@/server/sequences/trigger-addresses/schema'
import { PlaceSelect } from './place-select'
import type { TriggerValues } from './trigger-form-values'

type ConditionFieldsProps = { control: Control<TriggerValues>; leaves: readonly BodyLeaf[] }

export function ConditionFields({ control, leaves }: ConditionFieldsProps) {
  const t = useTranslations('trigger.conditions')
  const { fields, append, remove } = useFieldArray({ control, name: 'conditions', keyName: 'rowKey' })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {fields.map(({ rowKey }, index) => (
        <div key={rowKey} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
          <ConditionRow control={control} leaves={leaves} index={index} />
          <IconButton icon={X} label={t('remove')} onClick={() => remove(index)} />
        </div>
      ))}
      {fields.length < CONDITIONS_MAX && (
        <span>
          <Button size="small" onClick={() => append({ place: '', operator: 'is', value: '' })}>
            <Plus size={14} aria-hidden />
            {t('add')}
          </Button>
        </span>
      )}
    </div>
  )
}

function ConditionRow({ control, leaves, index }: ConditionFieldsProps & { index: number }) {
  const t = useTranslations('trigger')
  const operator = useWatch({ control, name: `conditions.${index}.operator` })
  const errorPath = `settings.conditions.${index}`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <PlaceSelect
        control={control}
        name={`conditions.${index}.place`}
        errorPath={`${errorPath}.path`}
        leaves={leaves}
        label={t('conditions.place')}
        hideLabel
      />
      <FormField
        control={control}
        name={`conditions.${index}.operator`}
        errorPath={`${errorPath}.operator`}
        label={t('conditions.operator')}
        hideLabel
      >
        {(field) => (
          <Select {...field} options={TRIGGER_OPERATORS.map((value) => ({ value, label: t(`operators.${value}`) }))} />
        )}
      </FormField>
      {COMPARING_OPERATORS.includes(operator) && (
        <FormField
          control={control}
          name={`conditions.${index}.value`}
          errorPath={`${errorPath}.value`}
          label={t('conditions.value')}
          hideLabel
        >
          {(field) => <Input {...field} maxLength={200} placeholder={t('conditions.value')} autoComplete="off" />}
        </FormField>
      )}
    </div>
  )
}
