'use client'

import { type Control, useController } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Fieldset } from '../ui/forms/field'
import type { LocationOption, PlaceChoice } from './place-choice'
import { PlaceList } from './place-list'

type Fields = { places: PlaceChoice[] }

export type PlacesFieldProps<T extends Fields> = {
  control: Control<T>
  locations: readonly LocationOption[]
  isSelectable?: boolean
  texts: { label: string; help: string }
}

export function PlacesField<T extends Fields>({
  control,
  locations,
  isSelectable = false,
  texts,
}: PlacesFieldProps<T>) {
  const t = useTranslations('reviews.sources.found')
  const { field, fieldState } = useController({ control: control as unknown as Control<Fields>, name: 'places' })
  const error = fieldState.error?.message ?? fieldState.error?.root?.message
  return (
    <div data-field="places">
      <Fieldset
        label={texts.label}
        help={locations.length === 0 ? t('noLocations') : texts.help}
        {...(error === undefined ? {} : { error })}
      >
        <PlaceList places={field.value} locations={locations} onChange={field.onChange} isSelectable={isSelectable} />
      </Fieldset>
    </div>
  )
}
