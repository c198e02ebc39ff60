'use client'

import { useForm, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { Input } from '../ui/controls/input'
import { Link } from '../ui/controls/link'
import { PasswordInput } from '../ui/controls/password-input'
import { Select } from '../ui/controls/select'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { useMutationAction } from '../use-mutation-action'
import { ConnectionResult } from './connection-result'
import type { LocationOption } from './place-choice'
import { useConnectionTest } from './use-connection-test'

const EMPTY = {
  apiKey: '',
  apiSecret: '',
  businessUnit: '',
  businessUserId: '',
  announcesHistory: true,
  locationId: '',
}
type Fields = typeof EMPTY

const CODE = { autoComplete: 'off', spellCheck: false, className: 'font-mono text-13' } as const

export function TrustpilotForm({ locations }: { locations: readonly LocationOption[] }) {
  const t = useTranslations('reviews.sources')
  const common = useTranslations('common')
  const { perform } = useMutationAction()
  const form = useForm({ defaultValues: EMPTY })
  const { control } = form
  const access = useWatch({ control, name: ['apiKey', 'apiSecret', 'businessUnit', 'businessUserId'] })
  const announcesHistory = useWatch({ control, name: 'announcesHistory' })
  const { result, saveResult } = useConnectionTest(form, JSON.stringify(access))

  const submit = async ({ locationId, announcesHistory: announces, ...credentials }: Fields) => {
    if (result === null)
      return saveResult((await trpc.reviewSources.inspectSite.mutate({ kind: 'trustpilot', ...credentials })).data)
    return perform(async () => {
      const { data } = await trpc.reviewSources.connect.mutate({
        kind: 'trustpilot',
        ...credentials,
        announcesHistory: announces,
        locationId: locationId === '' ? null : locationId,
      })
      form.reset(EMPTY)
      return { success: t('connected'), href: `/settings/review-sources/${data.id}` }
    })
  }

  return (
    <Form form={form} onSubmit={submit} className="max-w-[640px] gap-5">
      <FormField control={control} name="apiKey" label={t('trustpilot.apiKey')} help={t('trustpilot.apiKeyHelp')}>
        {(field) => <Input {...field} {...CODE} maxLength={200} />}
      </FormField>
      <FormField
        control={control}
        name="apiSecret"
        label={t('trustpilot.apiSecret')}
        help={t('trustpilot.apiSecretHelp')}
      >
        {(field) => <PasswordInput {...field} {...CODE} maxLength={200} />}
      </FormField>
      <FormField
        control={control}
        name="businessUnit"
        label={t('trustpilot.businessUnit')}
        help={t('trustpilot.businessUnitHelp')}
      >
        {(field) => (
          <Input {...field} maxLength={200} placeholder="example.com" autoComplete="off" spellCheck={false} />
        )}
      </FormField>
      <FormField
        control={control}
        name="businessUserId"
        label={t('trustpilot.businessUserId')}
        help={t('trustpilot.businessUserIdHelp')}
      >
        {(field) => <Input {...field} {...CODE} maxLength={100} />}
      </FormField>
      {result !== null && (
        <ConnectionResult
          result={result}
          announcesHistory={announcesHistory}
          onAnnouncesHistoryChange={(announces) => form.setValue('announcesHistory', announces, { shouldDirty: true })}
        >
          {locations.length > 0 && (
            <FormField
              control={control}
              name="locationId"
              label={t('trustpilot.location')}
              help={t('trustpilot.locationHelp')}
            >
              {(field) => (
                <Select
                  {...field}
                  placeholder={t('found.none')}
                  options={locations.map(({ id, name }) => ({ value: id, label: name }))}
                />
              )}
            </FormField>
          )}
        </ConnectionResult>
      )}
      <FormActions>
        <SubmitButton form={form}>{result === null ? t('check') : t('connectAction')}</SubmitButton>
        <Button variant="ghost" asChild>
          <Link href="/settings/review-sources/new">{common('cancel')}</Link>
        </Button>
      </FormActions>
    </Form>
  )
}
