'use client'

import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { Input } from '../ui/controls/input'
import { PasswordInput } from '../ui/controls/password-input'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { Dialog } from '../ui/overlays/dialog'
import { useMutationAction } from '../use-mutation-action'

export type DeleteOrganizationDialogProps = {
  name: string
  /** Users without a password confirm by a recent sign-in. */
  hasPassword: boolean
}

/** Suspends the organization; the deletion can be canceled within a week. */
export function DeleteOrganizationDialog(props: DeleteOrganizationDialogProps) {
  const t = useTranslations('settings.leave')
  return (
    <Dialog
      trigger={<Button variant="danger">{t('action')}</Button>}
      size="small"
      title={t('ask', { organization: props.name })}
    >
      <DeletionForm {...props} />
    </Dialog>
  )
}

function DeletionForm({ name, hasPassword }: DeleteOrganizationDialogProps) {
  const t = useTranslations('settings.leave')
  const { perform } = useMutationAction()
  const form = useForm({ defaultValues: { name: '', current: '' } })
  const requestDeletion = async (fields: { name: string; current: string }) =>
    perform(async () => {
      await trpc.settings.requestDeletion.mutate(fields)
      return { success: t('asked') }
    })
  return (
    <Form form={form} onSubmit={requestDeletion}>
      <p className="text-ink-soft">{t('body')}</p>
      <p>
        <a className="text-accent-text underline" href="/api/export" download>
          {t('download')}
        </a>
      </p>
      <FormField control={form.control} name="name" label={t('name')} help={t('nameHelp', { organization: name })}>
        {(field) => <Input {...field} autoComplete="off" maxLength={200} />}
      </FormField>
      {hasPassword && (
        <FormField control={form.control} name="current" label={t('password')}>
          {(field) => <PasswordInput {...field} autoComplete="current-password" maxLength={128} />}
        </FormField>
      )}
      <FormActions>
        <Button type="submit" variant="danger" pending={form.formState.isSubmitting}>
          {t('action')}
        </Button>
      </FormActions>
    </Form>
  )
}
