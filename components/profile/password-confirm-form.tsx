'use client'

import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Button } from '../ui/controls/button'
import { PasswordInput } from '../ui/controls/password-input'
import { Form, FormActions, FormField } from '../ui/forms/form'

export type PasswordConfirmFormProps = {
  /** Users without a password confirm by a recent sign-in. */
  hasPassword: boolean
  action: string
  isDangerous?: boolean
  onConfirm: (current: string) => Promise<unknown>
  children?: ReactNode
}

export function PasswordConfirmForm({
  hasPassword,
  action,
  isDangerous = false,
  onConfirm,
  children,
}: PasswordConfirmFormProps) {
  const t = useTranslations('profile.secondFactor')
  const form = useForm({ defaultValues: { current: '' } })
  return (
    <Form form={form} onSubmit={({ current }) => onConfirm(current)}>
      {children}
      {hasPassword && (
        <FormField control={form.control} name="current" label={t('confirm')} help={t('confirmHelp')}>
          {(field) => <PasswordInput {...field} autoComplete="current-password" maxLength={128} />}
        </FormField>
      )}
      <FormActions>
        <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} pending={form.formState.isSubmitting}>
          {action}
        </Button>
      </FormActions>
    </Form>
  )
}
