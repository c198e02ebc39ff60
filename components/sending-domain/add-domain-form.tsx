'use client'

import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { LOCAL_PART_DEFAULT } from '@/server/sending-domains/constants'
import { trpc } from '../trpc'
import { Input } from '../ui/controls/input'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { useMutationAction } from '../use-mutation-action'

export function AddDomainForm() {
  const t = useTranslations('sendingDomain')
  const { perform } = useMutationAction()
  const form = useForm({ defaultValues: { domain: '', localPart: LOCAL_PART_DEFAULT } })

  const add = async (input: { domain: string; localPart: string }) =>
    perform(async () => {
      await trpc.sendingDomain.create.mutate(input)
      return { success: t('added') }
    })

  return (
    <Form form={form} onSubmit={add}>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField control={form.control} name="domain" label={t('form.domain')} help={t('form.domainHelp')}>
          {(field) => (
            <Input {...field} placeholder="example.com" maxLength={200} autoComplete="off" spellCheck={false} />
          )}
        </FormField>
        <FormField control={form.control} name="localPart" label={t('form.localPart')} help={t('form.localPartHelp')}>
          {(field) => <Input {...field} maxLength={64} autoComplete="off" spellCheck={false} />}
        </FormField>
      </div>
      <FormActions>
        <SubmitButton form={form}>{t('form.add')}</SubmitButton>
      </FormActions>
    </Form>
  )
}
