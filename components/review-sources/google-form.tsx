'use client'

import { useForm, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import type { FoundPlace } from '@/server/reviews/connections/schema'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { Link } from '../ui/controls/link'
import { Form, FormActions } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { useMutationAction } from '../use-mutation-action'
import { FoundPart } from './connection-result'
import { chosenPlaces, type LocationChoice, type PlaceChoice, toChoice } from './place-choice'
import { PlacesField } from './places-field'
import { useFound } from './use-connection-test'

export type GoogleFormProps = {
  consentId: string
  /** Every business profile that the consent covers. */
  places: readonly FoundPlace[]
  locations: readonly LocationChoice[]
}

type Fields = { places: PlaceChoice[]; announcesHistory: boolean }

export function GoogleForm({ consentId, places, locations }: GoogleFormProps) {
  const t = useTranslations('reviews.sources')
  const common = useTranslations('common')
  const { perform } = useMutationAction()
  const form = useForm<Fields>({ defaultValues: { places: places.map(preselect), announcesHistory: true } })
  const { control } = form
  const [choices, announcesHistory] = useWatch({ control, name: ['places', 'announcesHistory'] })
  const selectedNames = choices.filter(({ isChosen }) => isChosen).map(({ name }) => name)
  const { found, keep } = useFound(form, JSON.stringify(selectedNames))

  // Preselects profiles that match a location, or a single profile.
  function preselect(place: FoundPlace): PlaceChoice {
    const isSuggested = place.locationId !== null || places.length === 1
    return { ...toChoice(place), isChosen: isSuggested && !place.isTaken }
  }

  const submit = async (fields: Fields) => {
    const access = { kind: 'google', consentId, places: chosenPlaces(fields.places) } as const
    if (found === null) return keep((await trpc.reviewSources.look.mutate(access)).data)
    return perform(async () => {
      const { data } = await trpc.reviewSources.connect.mutate({ ...access, announcesHistory: fields.announcesHistory })
      form.reset(fields)
      return { success: t('connected'), href: `/settings/review-sources/${data.id}` }
    })
  }

  return (
    <Form form={form} onSubmit={submit} className="max-w-[720px] gap-5">
      <PlacesField
        control={control}
        locations={locations}
        choosing
        words={{ label: t('google.profiles'), help: t('google.profilesHelp') }}
      />
      {found !== null && (
        <FoundPart
          found={found}
          announcesHistory={announcesHistory}
          onAnnounce={(announces) => form.setValue('announcesHistory', announces, { shouldDirty: true })}
        />
      )}
      <FormActions>
        <SubmitButton form={form}>{found === null ? t('goOn') : t('connectAction')}</SubmitButton>
        <Button variant="ghost" asChild>
          <Link href="/settings/review-sources/new">{common('cancel')}</Link>
        </Button>
      </FormActions>
    </Form>
  )
}
