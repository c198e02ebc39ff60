'use client'

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { MutationButton } from '../mutation-button'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { Input } from '../ui/controls/input'
import { PasswordInput } from '../ui/controls/password-input'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { Dialog } from '../ui/overlays/dialog'
import { useMutationAction } from '../use-mutation-action'

type ChangeEmailDialogProps = { hasPassword: boolean; isVerified: boolean }

export function ChangeEmailDialog({ hasPassword, isVerified }: ChangeEmailDialogProps) {
  const t = useTranslations('profile.email')
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      trigger={<Button>{t('change')}</Button>}
      open={open}
      onOpenChange={setOpen}
      size="small"
      title={t('changeTitle')}
    >
      <EmailForm hasPassword={hasPassword} isVerified={isVerified} onSent={() => setOpen(false)} />
    </Dialog>
  )
}

const EMPTY = { email: '', current: '' }

function EmailForm({ hasPassword, isVerified, onSent }: ChangeEmailDialogProps & { onSent: () => void }) {
  const t = useTranslations('profile.email')
  const { perform } = useMutationAction()
  const form = useForm({ defaultValues: EMPTY })
  const verified = isVerified ? 'yes' : 'no'
  const send = async (fields: typeof EMPTY) =>
    perform(async () => {
      await trpc.account.requestEmailChange.mutate(fields)
      onSent()
      return { success: t('sent', { verified }) }
    })
  return (
    <Form form={form} onSubmit={send}>
      <p className="text-ink-soft">{t('changeLead', { verified })}</p>
      <FormField control={form.control} name="email" label={t('new')}>
        {(field) => <Input {...field} type="email" autoComplete="email" maxLength={254} />}
      </FormField>
      {hasPassword && (
        <FormField control={form.control} name="current" label={t('password')}>
          {(field) => <PasswordInput {...field} autoComplete="current-password" maxLength={128} />}
        </FormField>
      )}
      <FormActions>
        <SubmitButton form={form}>{t('send')}</SubmitButton>
      </FormActions>
    </Form>
  )
}

export function CancelEmailChangeButton() {
  const t = useTranslations('profile.email')
  const cancel = async () => {
    await trpc.account.cancelEmailChange.mutate()
    return { success: t('cancelled') }
  }
  return (
    <MutationButton size="small" action={cancel}>
      {t('cancel')}
    </MutationButton>
  )
}
