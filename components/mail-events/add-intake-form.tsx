'use client'

import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { MAIL_EVENT_PROVIDERS, type MailEventProvider } from '@/server/message-events/intake/constants'
import { trpc } from '../trpc'
import { Select } from '../ui/controls/select'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { useMutationAction } from '../use-mutation-action'

export function AddIntakeForm({ existing }: { existing: readonly MailEventProvider[] }) {
  const t = useTranslations('mailEvents')
  const { perform } = useMutationAction()
  const remaining = MAIL_EVENT_PROVIDERS.filter((provider) => !existing.includes(provider))
  const [first] = remaining
  const form = useForm<{ provider: MailEventProvider }>({ values: { provider: first ?? 'generic' } })
  if (first === undefined) return null

  const add = async (fields: { provider: MailEventProvider }) =>
    perform(async () => {
      await trpc.mailEvents.add.mutate(fields)
      return { success: t('added') }
    })

  return (
    <Form form={form} onSubmit={add} guardsUnsaved={false} className="max-w-sm gap-3">
      <FormField control={form.control} name="provider" label={t('addProvider')}>
        {(field) => (
          <Select
            {...field}
            options={remaining.map((provider) => ({ value: provider, label: t(`provider.${provider}`) }))}
          />
        )}
      </FormField>
      <FormActions>
        <SubmitButton form={form}>{t('add')}</SubmitButton>
      </FormActions>
    </Form>
  )
}
