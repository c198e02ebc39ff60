'use client'

import { useController, useForm, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import type { PlaceWithUsage } from '@/server/reviews/connections/schema'
import { trpc } from '../trpc'
import { Form } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { ConnectionFormActions, ConnectionTestResult } from './connection-test-result'
import { type LocationOption, type PlaceChoice, toChosenSitePlaces, toPlaceChoice } from './place-choice'
import { PlacesField } from './places-field'
import { useTestedConnection } from './use-tested-connection'

export type GoogleFormProps = {
  consentId: string
  /** Every business profile that the consent covers. */
  places: readonly PlaceWithUsage[]
  locations: readonly LocationOption[]
}

type Fields = { places: PlaceChoice[]; announcesHistory: boolean }

export function GoogleForm({ consentId, places, locations }: GoogleFormProps) {
  const t = useTranslations('reviews.sources')
  const form = useForm<Fields>({ defaultValues: { places: places.map(preselect), announcesHistory: true } })
  const { control } = form
  const choices = useWatch({ control, name: 'places' })
  const { field: history } = useController({ control, name: 'announcesHistory' })
  const selectedNames = choices.filter(({ isChosen }) => isChosen).map(({ name }) => name)
  const { result, saveResult, connect } = useTestedConnection(form, JSON.stringify(selectedNames))

  // Preselects profiles that match a location, or a single profile.
  function preselect(place: PlaceWithUsage): PlaceChoice {
    const isSuggested = place.locationId !== null || places.length === 1
    return { ...toPlaceChoice(place), isChosen: isSuggested && !place.isTaken }
  }

  const submit = async (fields: Fields) => {
    const access = { kind: 'google', consentId, places: toChosenSitePlaces(fields.places) } as const
    if (result === null) return saveResult((await trpc.reviewSources.inspectSite.mutate(access)).data)
    return connect({ ...access, announcesHistory: fields.announcesHistory }, fields)
  }

  return (
    <Form form={form} onSubmit={submit} className="max-w-[720px] gap-5">
      <PlacesField
        control={control}
        locations={locations}
        isSelectable
        texts={{ label: t('google.profiles'), help: t('google.profilesHelp') }}
      />
      {result !== null && <ConnectionTestResult result={result} history={history} />}
      <ConnectionFormActions>
        <SubmitButton form={form}>{result === null ? t('goOn') : t('connectAction')}</SubmitButton>
      </ConnectionFormActions>
    </Form>
  )
}
