'use client'

import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import type { PlaceWithUsage, ReviewSource } from '@/server/reviews/connections/schema'
import { trpc, useParseCallError } from '../trpc'
import { Callout } from '../ui/content/callout'
import { TextSkeleton } from '../ui/content/skeleton'
import { Input } from '../ui/controls/input'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { type LabeledFieldValue, useConflictDetection } from '../ui/forms/use-conflict-detection'
import { useMutationAction } from '../use-mutation-action'
import { type LocationOption, type PlaceChoice, toChosenSitePlaces, toPlaceChoice } from './place-choice'
import { PlacesField } from './places-field'

type EditSourceFormProps = { source: ReviewSource; locations: readonly LocationOption[]; onSaved: () => void }

export function EditSourceForm(props: EditSourceFormProps) {
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

type SitePlaces = { places: readonly PlaceWithUsage[] | null; words: string | null }

/** Places listed by the site, merged with those already read; on failure only the latter, with the reason. */
function useSitePlaces(source: ReviewSource) {
  const toFailure = useParseCallError()
  const hasSitePlaces = source.kind !== 'sandbox'
  const initial: SitePlaces = { places: hasSitePlaces ? null : [], words: null }
  const [result, setResult] = useState(initial)
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
function listUnlistedPlaces({ places }: ReviewSource, listed: readonly PlaceWithUsage[]): PlaceWithUsage[] {
  const names = new Set(listed.map(({ name }) => name))
  return places.filter(({ name }) => !names.has(name)).map(toFoundPlace)
}

function toFoundPlace(place: ReviewSource['places'][number]): PlaceWithUsage {
  return { ...place, address: '', account: '', isTaken: false, isRead: true }
}

type Fields = { name: string; places: PlaceChoice[] }

type SourceFormProps = EditSourceFormProps & { places: readonly PlaceWithUsage[] }

function SourceForm({ source, locations, places, onSaved }: SourceFormProps) {
  const t = useTranslations('reviews.sources')
  const common = useTranslations('common')
  const { perform } = useMutationAction()
  // Only Google accounts allow leaving places out.
  const canChoose = source.kind === 'google'
  const toValues = (read: Pick<ReviewSource, 'name' | 'places'>): Fields => ({
    name: read.name,
    places: places.map((place) => {
      const savedPlace = read.places.find(({ name }) => name === place.name)
      const choice = toPlaceChoice({ ...place, locationId: savedPlace ? savedPlace.locationId : place.locationId })
      return { ...choice, isChosen: !canChoose || savedPlace !== undefined }
    }),
  })
  const form = useForm({ defaultValues: toValues(source) })
  const { baseline: read, conflictDetection } = useConflictDetection(source, {
    toValues,
    describe: (fields): LabeledFieldValue[] => [
      [t('feed.name'), fields.name],
      ...toChosenSitePlaces(fields.places).map(
        ({ title, locationId }): LabeledFieldValue => [
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
      const input = { name: fields.name, places: toChosenSitePlaces(fields.places) }
      await trpc.reviewSources.update.mutate({ id, ...input, asRead: { name, places: placesAsRead } })
      onSaved()
      return { success: t('edit.saved') }
    })

  return (
    <Form form={form} onSubmit={save} conflictDetection={conflictDetection}>
      <FormField control={form.control} name="name" label={t('feed.name')}>
        {(field) => <Input {...field} maxLength={100} autoComplete="off" />}
      </FormField>
      {source.kind !== 'sandbox' && places.length > 0 && (
        <PlacesField control={form.control} locations={locations} isSelectable={canChoose} texts={words[source.kind]} />
      )}
      <FormActions>
        <SubmitButton form={form}>{common('save')}</SubmitButton>
      </FormActions>
    </Form>
  )
}
