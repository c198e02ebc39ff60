'use client'

import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { PasswordInput } from '../ui/controls/password-input'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { useMutationAction } from '../use-mutation-action'

const EMPTY = { current: '', password: '' }

export function ChangePasswordForm({ email }: { email: string }) {
  const t = useTranslations('profile.password')
  const { perform } = useMutationAction()
  const form = useForm({ defaultValues: EMPTY })

  const save = async (fields: typeof EMPTY) =>
    perform(async () => {
      const { data } = await trpc.account.changePassword.mutate(fields)
      form.reset(EMPTY)
      return { success: t('saved', { count: data.ended }) }
    })

  return (
    <Form form={form} onSubmit={save}>
      {/* Lets password managers store the password for the right account. */}
      <input type="email" value={email} autoComplete="username" readOnly hidden />
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField control={form.control} name="current" label={t('current')}>
          {(field) => <PasswordInput {...field} autoComplete="current-password" maxLength={128} />}
        </FormField>
        <FormField
          control={form.control}
          name="password"
          label={t('new')}
          help={form.formState.errors.password ? undefined : t('newHelp')}
        >
          {(field) => <PasswordInput {...field} autoComplete="new-password" maxLength={128} />}
        </FormField>
      </div>
      <FormActions>
        <SubmitButton form={form}>{t('save')}</SubmitButton>
      </FormActions>
    </Form>
  )
}
