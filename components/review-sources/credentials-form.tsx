'use client'

import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import type { ReviewSource } from '@/server/reviews/connections/schema'
import { trpc } from '../trpc'
import { Input } from '../ui/controls/input'
import { PasswordInput } from '../ui/controls/password-input'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { useMutationAction } from '../use-mutation-action'

/** Sources with typed credentials; Google uses OAuth, the trial site none. */
export type ManualCredentialsSource = ReviewSource & { kind: 'feed' | 'trustpilot' }

export function hasManualCredentials(source: ReviewSource): source is ManualCredentialsSource {
  return source.kind === 'feed' || source.kind === 'trustpilot'
}

const EMPTY = { token: '', apiKey: '', apiSecret: '' }
export const MONOSPACE_INPUT_PROPS = { autoComplete: 'off', spellCheck: false, className: 'font-mono text-13' } as const

type CredentialsFormProps = { source: ManualCredentialsSource; onDone: () => void }

/** Reconnects a source or replaces its credentials; stored ones are never shown. */
export function CredentialsForm({ source: { id, kind }, onDone }: CredentialsFormProps) {
  const t = useTranslations('reviews.sources')
  const { perform } = useMutationAction()
  const form = useForm({ defaultValues: EMPTY })
  const { control } = form

  const save = async ({ token, ...keys }: typeof EMPTY) =>
    perform(async () => {
      await trpc.reviewSources.reconnect.mutate(kind === 'feed' ? { id, kind, token } : { id, kind, ...keys })
      form.reset(EMPTY)
      onDone()
      return { success: t('credentials.done') }
    })

  return (
    <Form form={form} onSubmit={save}>
      {kind === 'feed' ? (
        <FormField control={control} name="token" label={t('feed.token')} help={t('feed.tokenHelp')}>
          {(field) => <PasswordInput {...field} {...MONOSPACE_INPUT_PROPS} />}
        </FormField>
      ) : (
        <>
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
        </>
      )}
      <FormActions>
        <SubmitButton form={form}>{t('credentials.submit')}</SubmitButton>
      </FormActions>
    </Form>
  )
}
