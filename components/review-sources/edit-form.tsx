'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import type { FoundPlace, ReviewSource } from '@/server/reviews/connections/schema'
import { trpc, useToFailure } from '../trpc'
import { Callout } from '../ui/content/callout'
import { TextSkeleton } from '../ui/content/skeleton'
import { Input } from '../ui/controls/input'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { type Described, useShared } from '../ui/forms/shared'
import { SubmitButton } from '../ui/forms/submit-button'
import { toast } from '../ui/overlays/toast'
import { chosenPlaces, type LocationChoice, type PlaceChoice, toChoice } from './place-choice'
import { PlacesField } from './places-field'

export type EditFormProps = { source: ReviewSource; locations: readonly LocationChoice[]; onSaved: () => void }

/** What a source is called, which places of its site are read, and which of our locations they are. */
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
      <PlacedForm {...props} places={places} />
    </div>
  )
}

/** What the site has, beside what of it is read; that alone, with the reason, where the site does not say. */
function useSitePlaces(source: ReviewSource): { places: readonly FoundPlace[] | null; words: string | null } {
  const toFailure = useToFailure()
  const isAsked = source.kind !== 'sandbox'
  const [told, setTold] = useState<{ places: readonly FoundPlace[] | null; words: string | null }>({
    places: isAsked ? null : [],
    words: null,
  })
  useEffect(() => {
    if (!isAsked) return
    trpc.reviewSources.places.mutate({ id: source.id }).then(
      ({ data }) => setTold({ places: [...data, ...unlisted(source, data)], words: null }),
      (error: unknown) => setTold({ places: source.places.map(heldPlace), words: toFailure(error).summary }),
    )
    // Once, with what it opened with.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return told
}

/** What is read and not listed any more: it stays until somebody takes it out. */
function unlisted({ places }: ReviewSource, listed: readonly FoundPlace[]): FoundPlace[] {
  const names = new Set(listed.map(({ name }) => name))
  return places.filter(({ name }) => !names.has(name)).map(heldPlace)
}

function heldPlace(place: ReviewSource['places'][number]): FoundPlace {
  return { ...place, address: '', account: '', isTaken: false, isRead: true }
}

type Fields = { name: string; places: PlaceChoice[] }

function PlacedForm({ source, locations, places, onSaved }: EditFormProps & { places: readonly FoundPlace[] }) {
  const t = useTranslations('reviews.sources')
  const common = useTranslations('common')
  const router = useRouter()
  // Of a Google account any may be left out; the others have what they have.
  const choosing = source.kind === 'google'
  const toValues = (read: Pick<ReviewSource, 'name' | 'places'>): Fields => ({
    name: read.name,
    places: places.map((place) => {
      const held = read.places.find(({ name }) => name === place.name)
      const choice = toChoice({ ...place, locationId: held ? held.locationId : place.locationId })
      return { ...choice, isChosen: !choosing || held !== undefined }
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

  const save = async (fields: Fields) => {
    const { id, name, places: before } = read.current
    const given = { name: fields.name, places: chosenPlaces(fields.places) }
    await trpc.reviewSources.update.mutate({ id, ...given, asRead: { name, places: before } })
    toast.success(t('edit.saved'))
    onSaved()
    router.refresh()
  }

  return (
    <Form form={form} onSubmit={save} shared={shared}>
      <FormField control={form.control} name="name" label={t('feed.name')}>
        {(field) => <Input {...field} maxLength={100} autoComplete="off" />}
      </FormField>
      {source.kind !== 'sandbox' && places.length > 0 && (
        <PlacesField control={form.control} locations={locations} choosing={choosing} words={words[source.kind]} />
      )}
      <FormActions>
        <SubmitButton form={form}>{common('save')}</SubmitButton>
      </FormActions>
    </Form>
  )
}
