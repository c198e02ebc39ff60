'use client'

import { useId } from 'react'
import { type Control, useController } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { cn } from '../ui/cn'
import { Checkbox } from '../ui/controls/checkbox'
import { Select } from '../ui/controls/select'
import { Fieldset } from '../ui/forms/field'
import type { LocationOption, PlaceChoice } from './place-choice'

type Fields = { places: PlaceChoice[] }

/** @property isSelectable shows a checkbox per place; without it, all places are read. */
type PlacesFieldProps<T extends Fields> = {
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

type PlaceListProps = {
  places: readonly PlaceChoice[]
  locations: readonly LocationOption[]
  onChange: (places: PlaceChoice[]) => void
  isSelectable: boolean
}

function PlaceList({ places, locations, onChange, isSelectable }: PlaceListProps) {
  const t = useTranslations('reviews.sources')
  const available = places.filter(({ isTaken }) => !isTaken)
  const selectedCount = available.filter(({ isChosen }) => isChosen).length
  const change = (target: number, changes: Partial<PlaceChoice>) =>
    onChange(places.map((place, index) => (index === target ? { ...place, ...changes } : place)))
  return (
    <div className="overflow-hidden rounded-card border bg-surface">
      {isSelectable && available.length > 1 && (
        <div className="border-b bg-rail px-4 py-2.5">
          <Checkbox
            label={t('google.all', { count: available.length })}
            checked={selectedCount === available.length ? true : selectedCount === 0 ? false : 'mixed'}
            onChange={(isChosen) => onChange(places.map((place) => (place.isTaken ? place : { ...place, isChosen })))}
          />
        </div>
      )}
      <ul>
        {places.map((place, index) => (
          <li
            key={place.name}
            className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-2 border-b px-4 py-2.5 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_240px] sm:items-center"
          >
            <PlaceName place={place} choosing={isSelectable} onChoose={(isChosen) => change(index, { isChosen })} />
            {locations.length > 0 && !place.isTaken && (
              <span className={cn(isSelectable && 'max-sm:pl-6.5')}>
                <Select
                  aria-label={t('found.placeIs', { place: place.title })}
                  value={place.locationId}
                  disabled={!place.isChosen}
                  placeholder={t('found.none')}
                  options={locations.map(({ id, name }) => ({ value: id, label: name }))}
                  onChange={(event) => change(index, { locationId: event.target.value })}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

type PlaceNameProps = { place: PlaceChoice; choosing: boolean; onChoose: (isChosen: boolean) => void }

function PlaceName({ place, choosing, onChoose }: PlaceNameProps) {
  const t = useTranslations('reviews.sources')
  const id = useId()
  const address = [place.address, place.account].filter((each) => each !== '').join(' · ')
  if (!choosing) return <span className="min-w-0 wrap-anywhere">{place.title}</span>
  return (
    <Checkbox
      id={id}
      label={place.title}
      help={place.isTaken ? t('google.taken') : address}
      checked={place.isChosen && !place.isTaken}
      disabled={place.isTaken}
      onChange={onChoose}
    />
  )
}
