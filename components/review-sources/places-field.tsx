'use client'

import { type Control, useController } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Fieldset } from '../ui/forms/field'
import type { LocationChoice, PlaceChoice } from './place-choice'
import { PlaceList } from './place-list'

type Fields = { places: PlaceChoice[] }

export type PlacesFieldProps<T extends Fields> = {
  control: Control<T>
  locations: readonly LocationChoice[]
  choosing?: boolean
  words: { label: string; help: string }
}

export function PlacesField<T extends Fields>({ control, locations, choosing = false, words }: PlacesFieldProps<T>) {
  const t = useTranslations('reviews.sources.found')
  const { field, fieldState } = useController({ control: control as unknown as Control<Fields>, name: 'places' })
  const error = fieldState.error?.message ?? fieldState.error?.root?.message
  return (
    <div data-field="places">
      <Fieldset
        label={words.label}
        help={locations.length === 0 ? t('noLocations') : words.help}
        {...(error === undefined ? {} : { error })}
      >
        <PlaceList places={field.value} locations={locations} onChange={field.onChange} choosing={choosing} />
      </Fieldset>
    </div>
  )
}
