'use client'

import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { LOCALES } from '@/server/messages/locale'
import type { Organization, UpdateOrganization } from '@/server/organizations/schema'
import { formatClock, parseClock } from '../clock-time'
import { trpc } from '../trpc'
import { Section } from '../ui/content/section'
import { Input } from '../ui/controls/input'
import { type Option, Select } from '../ui/controls/select'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { type LabeledFieldValue, useConflictDetection } from '../ui/forms/use-conflict-detection'
import { useMutationAction } from '../use-mutation-action'

export type GeneralFormProps = {
  organization: Organization
  countries: readonly Option[]
  timeZones: readonly Option[]
}

const THROTTLE_DAYS = [7, 14, 30, 60, 90, 180]
const TEXT_RETENTION_DAYS = [90, 180, 365, 730, 1095]

export function GeneralForm({ organization, countries, timeZones }: GeneralFormProps) {
  const t = useTranslations('settings.general')
  const tCommon = useTranslations('common')
  const { perform } = useMutationAction()
  const form = useForm({ defaultValues: toOrganizationFormValues(organization) })
  const { control } = form
  const { baseline, conflictDetection } = useConflictDetection(organization, {
    toValues: toOrganizationFormValues,
    describe: useOrganizationDescription({ countries, timeZones }),
  })

  const save = async (fields: Fields) =>
    perform(async () => {
      const { id: _id, demo: _demo, ...read } = baseline.current
      const { data } = await trpc.settings.update.mutate({ ...toUpdateInput(fields), asRead: read })
      conflictDetection.setBaseline(data)
      form.reset(toOrganizationFormValues(data))
      return { success: t('saved') }
    })

  return (
    <Form form={form} onSubmit={save} conflictDetection={conflictDetection} className="gap-8">
      <Section title={t('organization')} frame="card">
        <div className="grid gap-5 sm:grid-cols-2">
          <FormField control={control} name="name" label={t('name')} help={t('nameHelp')}>
            {(field) => <Input {...field} autoComplete="organization" maxLength={100} />}
          </FormField>
        </div>
      </Section>
      <Section title={t('region')} description={t('regionHelp')} frame="card">
        <div className="grid gap-5 sm:grid-cols-2">
          <FormField control={control} name="defaultLanguage" label={t('defaultLanguage')}>
            {(field) => (
              <Select {...field} options={LOCALES.map((value) => ({ value, label: tCommon(`language.${value}`) }))} />
            )}
          </FormField>
          <FormField control={control} name="timeZone" label={t('timeZone')}>
            {(field) => <Select {...field} options={timeZones} />}
          </FormField>
          <FormField control={control} name="defaultCountry" label={t('defaultCountry')} help={t('defaultCountryHelp')}>
            {(field) => <Select {...field} options={countries} />}
          </FormField>
        </div>
      </Section>
      <Section title={t('sending')} description={t('sendingHelp')} frame="card">
        <div className="grid gap-5 sm:grid-cols-2">
          <FormField
            control={control}
            name="throttleDays"
            label={t('throttle')}
            help={t('throttleHelp')}
            className="sm:col-span-2 sm:max-w-[calc(50%-10px)]"
          >
            {(field) => (
              <Select
                {...field}
                placeholder={t('throttleOff')}
                options={dayOptions(THROTTLE_DAYS, organization.throttleDays, (days) => t('throttleDays', { days }))}
              />
            )}
          </FormField>
          <FormField control={control} name="quietHoursStart" label={`${t('quiet')}, ${t('quietStart').toLowerCase()}`}>
            {(field) => <Input {...field} type="time" />}
          </FormField>
          <FormField
            control={control}
            name="quietHoursEnd"
            label={`${t('quiet')}, ${t('quietEnd').toLowerCase()}`}
            help={t('quietHelp')}
          >
            {(field) => <Input {...field} type="time" />}
          </FormField>
        </div>
      </Section>
      <Section title={t('data')} frame="card">
        <div className="grid gap-5 sm:grid-cols-2">
          <FormField
            control={control}
            name="responseTextDays"
            label={t('textDays')}
            help={t('textDaysHelp')}
            className="sm:col-span-2 sm:max-w-[calc(50%-10px)]"
          >
            {(field) => (
              <Select
                {...field}
                placeholder={t('textDaysOff')}
                options={dayOptions(TEXT_RETENTION_DAYS, organization.responseTextDays, (days) =>
                  t('textDaysValue', { days }),
                )}
              />
            )}
          </FormField>
        </div>
      </Section>
      <FormActions>
        <SubmitButton form={form}>{tCommon('save')}</SubmitButton>
      </FormActions>
    </Form>
  )
}

/** The choices, and the current value where it is none of them. */
function dayOptions(choices: readonly number[], current: number | null, format: (days: number) => string): Option[] {
  const all = new Set(current === null ? choices : [...choices, current])
  return [...all].toSorted((a, b) => a - b).map((days) => ({ value: String(days), label: format(days) }))
}

function useOrganizationDescription({ countries, timeZones }: Omit<GeneralFormProps, 'organization'>) {
  const t = useTranslations('settings.general')
  const tCommon = useTranslations('common')
  const findLabel = (options: readonly Option[], value: string) =>
    options.find((option) => option.value === value)?.label ?? value
  return (fields: Fields): LabeledFieldValue[] => [
    [t('name'), fields.name],
    [t('defaultLanguage'), tCommon(`language.${fields.defaultLanguage}`)],
    [t('timeZone'), findLabel(timeZones, fields.timeZone)],
    [t('defaultCountry'), findLabel(countries, fields.defaultCountry)],
    [
      t('throttle'),
      fields.throttleDays === '' ? t('throttleOff') : t('throttleDays', { days: Number(fields.throttleDays) }),
    ],
    [`${t('quiet')}, ${t('quietStart').toLowerCase()}`, fields.quietHoursStart],
    [`${t('quiet')}, ${t('quietEnd').toLowerCase()}`, fields.quietHoursEnd],
    [
      t('textDays'),
      fields.responseTextDays === '' ? t('textDaysOff') : t('textDaysValue', { days: Number(fields.responseTextDays) }),
    ],
  ]
}

type Fields = ReturnType<typeof toOrganizationFormValues>

function toOrganizationFormValues(organization: Organization) {
  return {
    name: organization.name,
    defaultLanguage: organization.defaultLanguage,
    defaultCountry: organization.defaultCountry,
    timeZone: organization.timeZone,
    throttleDays: organization.throttleDays?.toString() ?? '',
    quietHoursStart: formatClock(organization.quietHoursStart),
    quietHoursEnd: formatClock(organization.quietHoursEnd),
    responseTextDays: organization.responseTextDays?.toString() ?? '',
  }
}

function toUpdateInput(fields: Fields): UpdateOrganization {
  return {
    ...fields,
    throttleDays: fields.throttleDays === '' ? null : Number(fields.throttleDays),
    quietHoursStart: parseClock(fields.quietHoursStart),
    quietHoursEnd: parseClock(fields.quietHoursEnd),
    responseTextDays: fields.responseTextDays === '' ? null : Number(fields.responseTextDays),
  }
}
