'use client'

import { useController, useForm, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Input } from '../ui/controls/input'
import { PasswordInput } from '../ui/controls/password-input'
import { Select } from '../ui/controls/select'
import { Form, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { ConnectionFormActions, ConnectionTestResult } from './connection-test-result'
import { MONOSPACE_INPUT_PROPS } from './credentials-form'
import type { LocationOption } from './place-choice'
import { useTestedConnection } from './use-tested-connection'

const EMPTY = {
  apiKey: '',
  apiSecret: '',
  businessUnit: '',
  businessUserId: '',
  announcesHistory: true,
  locationId: '',
}
type Fields = typeof EMPTY

export function TrustpilotForm({ locations }: { locations: readonly LocationOption[] }) {
  const t = useTranslations('reviews.sources')
  const form = useForm({ defaultValues: EMPTY })
  const { control } = form
  const access = useWatch({ control, name: ['apiKey', 'apiSecret', 'businessUnit', 'businessUserId'] })
  const { field: history } = useController({ control, name: 'announcesHistory' })
  const { result, saveResult, connect } = useTestedConnection(form, JSON.stringify(access))

  const submit = async ({ locationId, announcesHistory, ...keys }: Fields) => {
    const credentials = { kind: 'trustpilot', ...keys } as const
    if (result === null) return saveResult((await trpc.reviewSources.inspectSite.mutate(credentials)).data)
    return connect({ ...credentials, announcesHistory, locationId: locationId || null }, EMPTY)
  }

  return (
    <Form form={form} onSubmit={submit} className="max-w-[640px] gap-5">
      <FormField control={control} name="apiKey" label={t('trustpilot.apiKey')} help={t('trustpilot.apiKeyHelp')}>
        {(field) => <Input {...field} {...MONOSPACE_INPUT_PROPS} maxLength={200} />}
      </FormField>
      <FormField
        control={control}
        name="apiSecret"
        label={t('trustpilot.apiSecret')}
        help={t('trustpilot.apiSecretHelp')}
      >
        {(field) => <PasswordInput {...field} {...MONOSPACE_INPUT_PROPS} maxLength={200} />}
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
        {(field) => <Input {...field} {...MONOSPACE_INPUT_PROPS} maxLength={100} />}
      </FormField>
      {result !== null && (
        <ConnectionTestResult result={result} history={history}>
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
        </ConnectionTestResult>
      )}
      <ConnectionFormActions>
        <SubmitButton form={form}>{result === null ? t('check') : t('connectAction')}</SubmitButton>
      </ConnectionFormActions>
    </Form>
  )
}
