'use client'

import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Input } from '../ui/controls/input'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { useMutationAction } from '../use-mutation-action'

export function AddLinkDomainForm() {
  const t = useTranslations('linkDomain')
  const { perform } = useMutationAction()
  const form = useForm({ defaultValues: { domain: '' } })

  const add = async (input: { domain: string }) =>
    perform(async () => {
      await trpc.linkDomain.create.mutate(input)
      return { success: t('added') }
    })

  return (
    <Form form={form} onSubmit={add}>
      <FormField control={form.control} name="domain" label={t('form.domain')} help={t('form.domainHelp')}>
        {(field) => (
          <Input {...field} placeholder="feedback.example.com" maxLength={200} autoComplete="off" spellCheck={false} />
        )}
      </FormField>
      <FormActions>
        <SubmitButton form={form}>{t('form.add')}</SubmitButton>
      </FormActions>
    </Form>
  )
}
