'use client'

import { useController, useForm, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Input } from '../ui/controls/input'
import { PasswordInput } from '../ui/controls/password-input'
import { Form, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { ConnectionFormActions, ConnectionTestResult } from './connection-test-result'
import { type LocationOption, type PlaceChoice, preselectMatchingLocation, toChosenSitePlaces } from './place-choice'
import { PlacesField } from './places-field'
import { useTestedConnection } from './use-tested-connection'

type Fields = { name: string; url: string; token: string; announcesHistory: boolean; places: PlaceChoice[] }

const EMPTY: Fields = { name: '', url: '', token: '', announcesHistory: true, places: [] }

export function FeedForm({ locations }: { locations: readonly LocationOption[] }) {
  const t = useTranslations('reviews.sources')
  const form = useForm({ defaultValues: EMPTY })
  const { control } = form
  const [url, token, places] = useWatch({ control, name: ['url', 'token', 'places'] })
  const { field: history } = useController({ control, name: 'announcesHistory' })
  const { result, saveResult, connect } = useTestedConnection(form, JSON.stringify([url, token]))

  const submit = async (fields: Fields) => {
    const access = { kind: 'feed', url: fields.url, token: fields.token } as const
    if (result !== null) {
      const { name, announcesHistory } = fields
      return connect({ ...access, name, announcesHistory, places: toChosenSitePlaces(fields.places) }, fields)
    }
    const { data } = await trpc.reviewSources.inspectSite.mutate(access)
    form.setValue(
      'places',
      data.places.map((place) => preselectMatchingLocation(place, locations)),
    )
    return saveResult(data)
  }

  return (
    <Form form={form} onSubmit={submit} className="max-w-[640px] gap-5">
      <FormField control={control} name="name" label={t('feed.name')} help={t('feed.nameHelp')}>
        {(field) => <Input {...field} maxLength={100} autoComplete="off" />}
      </FormField>
      <FormField control={control} name="url" label={t('feed.url')} help={t('feed.urlHelp')}>
        {(field) => (
          <Input
            {...field}
            type="url"
            inputMode="url"
            placeholder="https://reviews.example.com/harbour"
            autoComplete="off"
            spellCheck={false}
            maxLength={2048}
          />
        )}
      </FormField>
      <FormField control={control} name="token" label={t('feed.token')} help={t('feed.tokenHelp')}>
        {(field) => <PasswordInput {...field} autoComplete="off" className="font-mono text-13" />}
      </FormField>
      {result !== null && (
        <ConnectionTestResult result={result} history={history}>
          {places.length > 0 && (
            <PlacesField
              control={control}
              locations={locations}
              texts={{ label: t('found.places'), help: t('found.placesHelp') }}
            />
          )}
        </ConnectionTestResult>
      )}
      <ConnectionFormActions>
        <SubmitButton form={form}>{result === null ? t('check') : t('connectAction')}</SubmitButton>
      </ConnectionFormActions>
    </Form>
  )
}
