'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { trpc, useToFailure } from '../trpc'
import { Button } from '../ui/controls/button'
import { Input } from '../ui/controls/input'
import { PasswordInput } from '../ui/controls/password-input'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { Dialog } from '../ui/overlays/dialog'
import { toast } from '../ui/overlays/toast'

export type ChangeEmailProps = { hasPassword: boolean; isVerified: boolean }

/** Requests an email change, to be confirmed from the new address; the current address can cancel it. */
export function ChangeEmail({ hasPassword, isVerified }: ChangeEmailProps) {
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

function EmailForm({ hasPassword, isVerified, onSent }: ChangeEmailProps & { onSent: () => void }) {
  const t = useTranslations('profile.email')
  const router = useRouter()
  const form = useForm({ defaultValues: EMPTY })
  const verified = isVerified ? 'yes' : 'no'
  const send = async (fields: typeof EMPTY) => {
    await trpc.account.askForEmailChange.mutate(fields)
    toast.success(t('sent', { verified }))
    onSent()
    router.refresh()
  }
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
        <Button type="submit" variant="primary" pending={form.formState.isSubmitting}>
          {t('send')}
        </Button>
      </FormActions>
    </Form>
  )
}

export function KeepEmail() {
  const t = useTranslations('profile.email')
  const toFailure = useToFailure()
  const router = useRouter()
  const [pending, setPending] = useState(false)
  const keep = async () => {
    setPending(true)
    try {
      await trpc.account.cancelEmailChange.mutate()
      toast.success(t('cancelled'))
      router.refresh()
    } catch (error) {
      toast.error(toFailure(error).summary)
    } finally {
      setPending(false)
    }
  }
  return (
    <Button size="small" pending={pending} onClick={() => void keep()}>
      {t('cancel')}
    </Button>
  )
}
