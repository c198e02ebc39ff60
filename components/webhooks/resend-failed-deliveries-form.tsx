'use client'

import { useForm, useWatch } from 'react-hook-form'
import { useTimeZone, useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Input } from '../ui/controls/input'
import { Select } from '../ui/controls/select'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { useMutationAction } from '../use-mutation-action'
import { parseZonedDateTime } from './parse-zoned-date-time'

const HOUR_MS = 3_600_000
const HOURS = [1, 6, 24]
const DAYS = [3, 7, 30]

export function ResendFailedDeliveriesForm({ id, onDone }: { id: string; onDone: () => void }) {
  const t = useTranslations('webhooks.resendFailed')
  const { perform } = useMutationAction()
  const timeZone = useTimeZone() ?? 'UTC'
  // `hours` is empty for a custom time, which is in `since`.
  const form = useForm({ defaultValues: { hours: '24', since: '' } })
  const selectedHours = useWatch({ control: form.control, name: 'hours' })

  const resend = async ({ hours, since }: { hours: string; since: string }) => {
    const sinceDate =
      hours === '' ? parseZonedDateTime(since, timeZone) : new Date(Date.now() - Number(hours) * HOUR_MS)
    if (sinceDate === null) return form.setError('since', { message: t('fromError') })
    return perform(async () => {
      const { data } = await trpc.webhookConsole.resendFailed.mutate({ id, since: sinceDate.toISOString() })
      onDone()
      return { success: t('done', { count: data.resent }) }
    })
  }

  return (
    <Form form={form} onSubmit={resend} guardsUnsaved={false}>
      <FormField control={form.control} name="hours" label={t('since')}>
        {(field) => (
          <Select
            {...field}
            options={[
              ...HOURS.map((count) => ({ value: String(count), label: t('hours', { hours: count }) })),
              ...DAYS.map((count) => ({ value: String(count * 24), label: t('days', { days: count }) })),
              { value: '', label: t('own') },
            ]}
          />
        )}
      </FormField>
      {selectedHours === '' && (
        <FormField control={form.control} name="since" label={t('from')} help={t('timeZone', { timeZone })}>
          {(field) => <Input {...field} type="datetime-local" className="figures" />}
        </FormField>
      )}
      <FormActions>
        <SubmitButton form={form}>{t('submit')}</SubmitButton>
      </FormActions>
    </Form>
  )
}
