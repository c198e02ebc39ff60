'use client'

import { type Control, type FieldPath, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Input } from '@/components/ui/controls/input'
import { Select } from '@/components/ui/controls/select'
import { FormField } from '@/components/ui/forms/form'
import { formatPath } from '@/server/sequences/trigger-addresses/constants'
import type { BodyLeaf } from '@/server/sequences/trigger-addresses/schema'
import { FIXED, type TriggerValues, toPath, toPlace } from './trigger-form-values'

const VALUE_SHOWN = 40

type PlaceName = FieldPath<TriggerValues> &
  (`mapping.${string}.place` | `properties.${number}.place` | `conditions.${number}.place`)

type TextName = FieldPath<TriggerValues> & (`mapping.${string}.text` | `properties.${number}.text`)

type PlaceSelectProps = {
  control: Control<TriggerValues>
  name: PlaceName
  errorPath: string
  leaves: readonly BodyLeaf[]
  label: string
  help?: string | undefined
  optional?: boolean
  hideLabel?: boolean
  /** Of the text, if it may be always the same one. */
  textName?: TextName
}

/** Picks a place of the sample by its path and value there. A place that the sample does not have is kept. */
export function PlaceSelect({ control, name, errorPath, leaves, label, textName, ...rest }: PlaceSelectProps) {
  const t = useTranslations('trigger.read')
  const { help, optional = false, hideLabel = false } = rest
  const place = useWatch({ control, name })
  const isFixed = place === FIXED
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <FormField control={control} name={name} errorPath={errorPath} label={label} help={help} hideLabel={hideLabel}>
        {(field) => (
          <Select
            {...field}
            placeholder={optional ? t('nothing') : true}
            options={[
              ...listMissing(place, leaves).map((path) => ({
                value: toPlace(path),
                label: t('missing', { path: formatPath(path) }),
              })),
              ...leaves.map(({ path, value }) => ({
                value: toPlace(path),
                label: `${formatPath(path)} — ${value.slice(0, VALUE_SHOWN)}`,
              })),
              ...(textName === undefined ? [] : [{ value: FIXED, label: t('fixed') }]),
            ]}
          />
        )}
      </FormField>
      {isFixed && textName !== undefined && (
        <FormField control={control} name={textName} errorPath={`${errorPath}.text`} label={t('fixedText')} hideLabel>
          {(field) => <Input {...field} maxLength={200} placeholder={t('fixedText')} />}
        </FormField>
      )}
    </div>
  )
}

function listMissing(place: string, leaves: readonly BodyLeaf[]): (string | number)[][] {
  if (place === '' || place === FIXED) return []
  return leaves.some(({ path }) => toPlace(path) === place) ? [] : [toPath(place)]
}
