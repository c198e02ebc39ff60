'use client'

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import type { CheckSignature, SignatureReport } from '@/server/webhooks/schema'
import { trpc } from '../trpc'
import { Input } from '../ui/controls/input'
import { PasswordInput } from '../ui/controls/password-input'
import { Select } from '../ui/controls/select'
import { Textarea } from '../ui/controls/textarea'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { SignatureVerdict } from './signature-verdict'

type SignatureCheckerProps = {
  /** At least one; the first is preselected unless `subscriptionId` is set. */
  subscriptions: readonly { id: string; hookUrl: string }[]
  subscriptionId?: string
  /** Prefilled from a delivery; the secret is always pasted. */
  header?: string
  body?: string
}

/** Reports whether header, body or secret is wrong. The secret is sent in a request body and not stored. */
export function SignatureChecker({ subscriptions, subscriptionId, header = '', body = '' }: SignatureCheckerProps) {
  const t = useTranslations('webhooks.checker')
  const form = useForm({
    defaultValues: { id: subscriptionId ?? subscriptions[0]?.id ?? '', header, body, secret: '' },
  })
  const [report, setReport] = useState<SignatureReport | null>(null)

  const check = async (input: CheckSignature) => {
    setReport(null)
    setReport((await trpc.webhookConsole.checkSignature.mutate(input)).data)
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Form form={form} onSubmit={check} guardsUnsaved={false}>
        <FormField control={form.control} name="id" label={t('subscription')} help={t('subscriptionHelp')}>
          {(field) => (
            <Select {...field} options={subscriptions.map(({ id, hookUrl }) => ({ value: id, label: hookUrl }))} />
          )}
        </FormField>
        <FormField control={form.control} name="header" label={t('header')} help={t('headerHelp')}>
          {(field) => <Input {...field} className="font-mono text-13" autoComplete="off" spellCheck={false} />}
        </FormField>
        <FormField control={form.control} name="body" label={t('body')} help={t('bodyHelp')}>
          {(field) => (
            <Textarea
              {...field}
              rows={5}
              className="max-h-80 font-mono text-13"
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </FormField>
        <FormField control={form.control} name="secret" label={t('secret')} help={t('secretHelp')}>
          {(field) => <PasswordInput {...field} className="font-mono text-13" autoComplete="off" />}
        </FormField>
        <FormActions>
          <SubmitButton form={form}>{t('submit')}</SubmitButton>
        </FormActions>
      </Form>
      <div aria-live="polite">{report && <SignatureVerdict report={report} />}</div>
    </div>
  )
}
