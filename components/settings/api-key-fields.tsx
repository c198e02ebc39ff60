import { useEffect, useRef } from 'react'
import { type Control, useController } from 'react-hook-form'
import { useLocale, useTimeZone, useTranslations } from 'use-intl/react'
import type { ApiKeyScope, CreateApiKey } from '@/server/api-keys/schema'
import { formatDate } from '../format'
import { Callout } from '../ui/content/callout'
import { DateInput } from '../ui/controls/date-input'
import { Input } from '../ui/controls/input'
import { Select } from '../ui/controls/select'
import { Fieldset } from '../ui/forms/field'
import { FormField } from '../ui/forms/form'
import { ScopePicker } from './scope-picker'

const DAY_MS = 86_400_000

export type ApiKeyFormValues = {
  name: string
  scopes: ApiKeyScope[]
  /** Days from now, `never`, `date` for a custom date, or `kept` for no change. */
  expiry: string
  expiresOn: string
  /** Current expiry; null for never. */
  currentExpiry: string | null
}

export function parseExpiryFields({
  expiry,
  expiresOn,
}: ApiKeyFormValues): Pick<CreateApiKey, 'expiresAt' | 'expiresOn'> {
  if (expiry === 'kept') return {}
  if (expiry === 'never') return { expiresAt: null }
  if (expiry === 'date') return { expiresOn }
  return { expiresAt: new Date(Date.now() + Number(expiry) * DAY_MS).toISOString() }
}

export function useDescribeExpiry() {
  const t = useTranslations('settings.apiKeys')
  const locale = useLocale()
  const timeZone = useTimeZone() ?? 'UTC'
  return ({ expiry, expiresOn, currentExpiry }: ApiKeyFormValues): string => {
    if (expiry === 'date') return expiresOn && formatDate(expiresOn, locale, 'UTC')
    if (expiry === 'kept' && currentExpiry !== null) return formatDate(currentExpiry, locale, timeZone)
    if (expiry === '365') return t('expiresYear')
    return Number(expiry) > 0 ? t('expiresIn', { days: Number(expiry) }) : t('expiresNever')
  }
}

type ApiKeyFieldsProps = { control: Control<ApiKeyFormValues>; currentExpiry: string | null }

export function ApiKeyFields({ control, currentExpiry }: ApiKeyFieldsProps) {
  const t = useTranslations('settings.apiKeys')
  const scopes = useController({ control, name: 'scopes' })
  const errorAnchor = useRef<HTMLDivElement>(null)
  const error = scopes.fieldState.error?.message
  // The scope list is longer than the dialog: scroll to the error at its top.
  useEffect(() => {
    if (error !== undefined) errorAnchor.current?.scrollIntoView({ block: 'nearest' })
  }, [error])

  return (
    <>
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_220px]">
        <FormField control={control} name="name" label={t('name')} help={t('nameHelp')}>
          {(field) => <Input {...field} maxLength={100} autoComplete="off" />}
        </FormField>
        <Expiry control={control} currentExpiry={currentExpiry} />
      </div>
      <div data-field="scopes">
        <Fieldset label={t('scopes')} help={t('scopesHelp')}>
          <div ref={errorAnchor} className="scroll-mt-10">
            {error !== undefined && <Callout tone="negative">{error}</Callout>}
          </div>
          <ScopePicker value={scopes.field.value} onChange={scopes.field.onChange} />
        </Fieldset>
      </div>
    </>
  )
}

function Expiry({ control, currentExpiry: current }: ApiKeyFieldsProps) {
  const t = useTranslations('settings.apiKeys')
  const locale = useLocale()
  const timeZone = useTimeZone() ?? 'UTC'
  const { field: selectedExpiry } = useController({ control, name: 'expiry' })
  const keepLabel = current && t('expiresKept', { date: formatDate(current, locale, timeZone) })
  return (
    <div className="grid content-start gap-5">
      <FormField control={control} name="expiry" label={t('expires')}>
        {(field) => (
          <Select
            {...field}
            options={[
              ...(keepLabel ? [{ value: 'kept', label: keepLabel }] : []),
              { value: 'never', label: t('expiresNever') },
              { value: '30', label: t('expiresIn', { days: 30 }) },
              { value: '90', label: t('expiresIn', { days: 90 }) },
              { value: '365', label: t('expiresYear') },
              { value: 'date', label: t('expiresOnChoice') },
            ]}
          />
        )}
      </FormField>
      {selectedExpiry.value === 'date' && (
        <FormField
          control={control}
          name="expiresOn"
          label={t('expiresOn')}
          help={t('expiresOnHelp', { timeZone: timeZone.replaceAll('_', ' ') })}
        >
          {(field) => <DateInput {...field} />}
        </FormField>
      )}
    </div>
  )
}
