'use client'

import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import type { MailEventProvider } from '@/server/message-events/intake/constants'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { Input } from '../ui/controls/input'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { useMutationAction } from '../use-mutation-action'

type IntakeSecretFieldProps = { id: string; provider: MailEventProvider; hasSecret: boolean }

/** For a secret that the provider makes. It is never shown again. */
export function IntakeSecretField({ id, provider, hasSecret }: IntakeSecretFieldProps) {
  const t = useTranslations('mailEvents')
  const { perform } = useMutationAction()
  const form = useForm({ defaultValues: { secret: '' } })

  const save = async ({ secret }: { secret: string }) =>
    perform(async () => {
      await trpc.mailEvents.setSecret.mutate({ id, secret })
      form.reset({ secret: '' })
      return { success: t('secretSaved') }
    })

  return (
    <Form form={form} onSubmit={save} className="max-w-md gap-3">
      <FormField
        control={form.control}
        name="secret"
        label={provider === 'sendgrid' ? t('publicKey') : t('signingKey')}
        help={hasSecret ? t('secretKept') : undefined}
      >
        {(field) => <Input {...field} autoComplete="off" spellCheck={false} maxLength={1000} />}
      </FormField>
      <FormActions>
        <Button type="submit" variant={hasSecret ? 'secondary' : 'primary'} pending={form.formState.isSubmitting}>
          {t(hasSecret ? 'replaceSecret' : 'saveSecret')}
        </Button>
      </FormActions>
    </Form>
  )
}
