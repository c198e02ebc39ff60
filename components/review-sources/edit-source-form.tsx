'use client'

import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import type { FoundPlace, ReviewSource } from '@/server/reviews/connections/schema'
import { trpc, useToFailure } from '../trpc'
import { Callout } from '../ui/content/callout'
import { TextSkeleton } from '../ui/content/skeleton'
import { Input } from '../ui/controls/input'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { type Described, useShared } from '../ui/forms/use-conflict-detection'
import { useMutationAction } from '../use-mutation-action'
import { chosenPlaces, type LocationChoice, type PlaceChoice, toChoice } from './place-choice'
import { PlacesField } from './places-field'

export type EditFormProps = { source: ReviewSource; locations: readonly LocationChoice[]; onSaved: () => void }

export function EditForm(props: EditFormProps) {
  const t = useTranslations('reviews.sources.edit')
  const { places, words } = useSitePlaces(props.source)
  if (places === null)
    return (
      <div role="status" className="grid gap-4">
        <p className="text-ink-soft">{t('loading')}</p>
        <TextSkeleton lines={4} />
      </div>
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {words !== null && <Callout tone="neutral">{t('unreached', { words })}</Callout>}
      <SourceForm {...props} places={places} />
    </div>
  )
}

/** Places listed by the site, merged with those already read; on failure only the latter, with the reason. */
function useSitePlaces(source: ReviewSource): { places: readonly FoundPlace[] | null; words: string | null } {
  const toFailure = useToFailure()
  const hasSitePlaces = source.kind !== 'sandbox'
  const [result, setResult] = useState<{ places: readonly FoundPlace[] | null; words: string | null }>({
    places: hasSitePlaces ? null : [],
    words: null,
  })
  useEffect(() => {
    if (!hasSitePlaces) return
    trpc.reviewSources.places.mutate({ id: source.id }).then(
      ({ data }) => setResult({ places: [...data, ...listUnlistedPlaces(source, data)], words: null }),
      (error: unknown) => setResult({ places: source.places.map(toFoundPlace), words: toFailure(error).summary }),
    )
    // Runs once, with the initial values.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return result
}

/** Places that are read but no longer listed; kept until removed by the user. */
function listUnlistedPlaces({ places }: ReviewSource, listed: readonly FoundPlace[]): FoundPlace[] {
  const names = new Set(listed.map(({ name }) => name))
  return places.filter(({ name }) => !names.has(name)).map(toFoundPlace)
}

function toFoundPlace(place: ReviewSource['places'][number]): FoundPlace {
  return { ...place, address: '', account: '', isTaken: false, isRead: true }
}

type Fields = { name: string; places: PlaceChoice[] }

function SourceForm({ source, locations, places, onSaved }: EditFormProps & { places: readonly FoundPlace[] }) {
  const t = useTranslations('reviews.sources')
  const common = useTranslations('common')
  const { perform } = useMutationAction()
  // Only Google accounts allow leaving places out.
  const canChoose = source.kind === 'google'
  const toValues = (read: Pick<ReviewSource, 'name' | 'places'>): Fields => ({
    name: read.name,
    places: places.map((place) => {
      const savedPlace = read.places.find(({ name }) => name === place.name)
      const choice = toChoice({ ...place, locationId: savedPlace ? savedPlace.locationId : place.locationId })
      return { ...choice, isChosen: !canChoose || savedPlace !== undefined }
    }),
  })
  const form = useForm({ defaultValues: toValues(source) })
  const { asRead: read, shared } = useShared(source, {
    toValues,
    describe: (fields): Described[] => [
      [t('feed.name'), fields.name],
      ...chosenPlaces(fields.places).map(
        ({ title, locationId }): Described => [
          title,
          locations.find(({ id }) => id === locationId)?.name ?? t('found.none'),
        ],
      ),
    ],
  })

  const words = {
    google: { label: t('google.profiles'), help: t('google.profilesHelp') },
    trustpilot: { label: t('trustpilot.location'), help: t('trustpilot.locationHelp') },
    feed: { label: t('found.places'), help: t('detail.placesLead') },
  }

  const save = async (fields: Fields) =>
    perform(async () => {
      const { id, name, places: placesAsRead } = read.current
      const input = { name: fields.name, places: chosenPlaces(fields.places) }
      await trpc.reviewSources.update.mutate({ id, ...input, asRead: { name, places: placesAsRead } })
      onSaved()
      return { success: t('edit.saved') }
    })

  return (
    <Form form={form} onSubmit={save} shared={shared}>
      <FormField control={form.control} name="name" label={t('feed.name')}>
        {(field) => <Input {...field} maxLength={100} autoComplete="off" />}
      </FormField>
      {source.kind !== 'sandbox' && places.length > 0 && (
        <PlacesField control={form.control} locations={locations} choosing={canChoose} words={words[source.kind]} />
      )}
      <FormActions>
        <SubmitButton form={form}>{common('save')}</SubmitButton>
      </FormActions>
    </Form>
  )
}
