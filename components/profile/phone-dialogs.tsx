'use client'

import { useRouter } from 'next/navigation'
import { type ReactElement, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { MutationButton } from '../mutation-button'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { Input } from '../ui/controls/input'
import { TextLink } from '../ui/controls/text-link'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { Dialog } from '../ui/overlays/dialog'
import { toast } from '../ui/overlays/toast'
import { useMutationAction } from '../use-mutation-action'

export function ChangePhoneDialog({ hasNumber, isCaptured }: { hasNumber: boolean; isCaptured: boolean }) {
  const t = useTranslations('profile.phone')
  return (
    <PhoneDialog
      trigger={<Button>{t(hasNumber ? 'change' : 'add')}</Button>}
      title={t(hasNumber ? 'changeTitle' : 'addTitle')}
      isCaptured={isCaptured}
    />
  )
}

export function EnterPhoneCodeDialog({ phone, isCaptured }: { phone: string; isCaptured: boolean }) {
  const t = useTranslations('profile.phone')
  return (
    <PhoneDialog
      trigger={<Button size="small">{t('enterCode')}</Button>}
      title={t('codeTitle')}
      sentTo={phone}
      isCaptured={isCaptured}
    />
  )
}

type PhoneDialogProps = { trigger: ReactElement; title: string; sentTo?: string; isCaptured: boolean }

function PhoneDialog({ trigger, title, sentTo, isCaptured }: PhoneDialogProps) {
  const t = useTranslations('profile.phone')
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const [phone, setPhone] = useState<string | null>(null)
  const codePhone = phone ?? sentTo ?? null
  const change = (next: boolean) => {
    setOpen(next)
    if (!next) setPhone(null)
    router.refresh()
  }
  return (
    <Dialog
      trigger={trigger}
      open={open}
      onOpenChange={change}
      size="small"
      title={codePhone === null ? title : t('codeTitle')}
    >
      {codePhone === null ? (
        <NumberForm onSent={setPhone} />
      ) : (
        <CodeForm phone={codePhone} isCaptured={isCaptured} onConfirmed={() => change(false)} />
      )}
    </Dialog>
  )
}

function NumberForm({ onSent }: { onSent: (phone: string) => void }) {
  const t = useTranslations('profile.phone')
  const form = useForm({ defaultValues: { phone: '' } })
  const send = async (fields: { phone: string }) => {
    const { data } = await trpc.account.requestPhoneCode.mutate(fields)
    onSent(data.pendingPhone?.phone ?? fields.phone)
  }
  return (
    <Form form={form} onSubmit={send}>
      <FormField control={form.control} name="phone" label={t('number')} help={t('numberHelp')}>
        {(field) => <Input {...field} type="tel" autoComplete="tel" placeholder="+33612345678" maxLength={50} />}
      </FormField>
      <FormActions>
        <SubmitButton form={form}>{t('send')}</SubmitButton>
      </FormActions>
    </Form>
  )
}

type CodeFormProps = { phone: string; isCaptured: boolean; onConfirmed: () => void }

function CodeForm({ phone, isCaptured, onConfirmed }: CodeFormProps) {
  const t = useTranslations('profile.phone')
  const form = useForm({ defaultValues: { code: '' } })
  const confirm = async (fields: { code: string }) => {
    await trpc.account.confirmPhone.mutate(fields)
    toast.success(t('confirmedToast'))
    onConfirmed()
  }
  const resend = async () => {
    await trpc.account.requestPhoneCode.mutate({ phone })
    form.reset()
    return { success: t('sentAgain') }
  }
  return (
    <Form form={form} onSubmit={confirm}>
      <p className="text-ink-soft">
        {isCaptured
          ? t.rich('codeInOutboxLinked', {
              phone,
              outbox: (words) => (
                <TextLink href="/outbox?channel=sms" target="_blank">
                  {words}
                </TextLink>
              ),
            })
          : t('codeSent', { phone })}
      </p>
      <FormField control={form.control} name="code" label={t('code')}>
        {(field) => <Input {...field} autoComplete="one-time-code" inputMode="numeric" maxLength={10} />}
      </FormField>
      <FormActions>
        <SubmitButton form={form}>{t('confirm')}</SubmitButton>
        <MutationButton variant="ghost" action={resend}>
          {t('again')}
        </MutationButton>
      </FormActions>
    </Form>
  )
}

export function CancelPhoneChangeButton() {
  const t = useTranslations('profile.phone')
  const cancel = async () => {
    await trpc.account.cancelPhoneChange.mutate()
    return { success: t('cancelled') }
  }
  return (
    <MutationButton size="small" variant="ghost" action={cancel}>
      {t('cancel')}
    </MutationButton>
  )
}

export function RemovePhoneDialog({ phone }: { phone: string }) {
  const t = useTranslations('profile.phone')
  const { perform } = useMutationAction()
  const remove = async () =>
    perform(async () => {
      await trpc.account.removePhone.mutate()
      return { success: t('removed') }
    })
  return (
    <ConfirmDialog
      trigger={<Button>{t('remove')}</Button>}
      title={t('removeTitle', { phone })}
      action={t('remove')}
      onConfirm={remove}
    >
      <p>{t('removeBody')}</p>
    </ConfirmDialog>
  )
}
