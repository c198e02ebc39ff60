'use client'

import { useRouter } from 'next/navigation'
import { type ReactElement, type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import type { AuthenticatorAppSetup } from '@/server/auth/schema'
import { trpc } from '../trpc'
import { Callout } from '../ui/content/callout'
import { Button } from '../ui/controls/button'
import { CopyButton } from '../ui/controls/copy-button'
import { Input } from '../ui/controls/input'
import { Field } from '../ui/forms/field'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { Dialog } from '../ui/overlays/dialog'
import { toast } from '../ui/overlays/toast'
import { PasswordConfirmForm } from './password-confirm-form'
import { RecoveryCodesPanel } from './recovery-codes-panel'

type FactorDialogOptions = { hasPassword: boolean }

export function SetUpAuthenticatorDialog({ hasPassword }: FactorDialogOptions) {
  const t = useTranslations('profile.secondFactor')
  const [newApp, setNewApp] = useState<AuthenticatorAppSetup | null>(null)
  const begin = async (current: string) => {
    const { data } = await trpc.account.beginAuthenticatorApp.mutate({ current })
    setNewApp(data)
  }
  return (
    <FactorDialog
      trigger={<Button>{t('setUp')}</Button>}
      title={t('scanTitle')}
      successMessage={t('appAdded')}
      onClosed={() => setNewApp(null)}
    >
      {(done) =>
        newApp ? (
          <ScanForm app={newApp} onDone={done} />
        ) : (
          <PasswordConfirmForm hasPassword={hasPassword} action={t('next')} onConfirm={begin} />
        )
      }
    </FactorDialog>
  )
}

function ScanForm({ app, onDone }: { app: AuthenticatorAppSetup; onDone: OnDone }) {
  const t = useTranslations('profile.secondFactor')
  const form = useForm({ defaultValues: { code: '' } })
  const confirm = async (fields: { code: string }) => {
    const { data } = await trpc.account.confirmAuthenticatorApp.mutate(fields)
    onDone(data.recoveryCodes)
  }
  return (
    <Form form={form} onSubmit={confirm}>
      <p className="text-ink-soft">{t('scanLead')}</p>
      {/* Black on white also in the dark theme: some cameras cannot read inverted QR codes. */}
      <svg
        role="img"
        aria-label={t('qr')}
        viewBox={`0 0 ${app.size} ${app.size}`}
        shapeRendering="crispEdges"
        className="mx-auto size-48 rounded-card"
      >
        <rect width="100%" height="100%" fill="#fff" />
        <path d={app.path} fill="#000" />
      </svg>
      <div className="grid gap-1 text-13">
        <p className="text-ink-soft">{t('typeSecret')}</p>
        <p className="flex flex-wrap items-center gap-2">
          <code className="font-mono break-all">{app.secret.match(/.{1,4}/g)?.join(' ')}</code>
          <CopyButton text={app.secret} />
        </p>
        <p className="sm:hidden">
          <a className="text-accent-text underline" href={app.uri}>
            {t('openApp')}
          </a>
        </p>
      </div>
      <FormField control={form.control} name="code" label={t('code')} help={t('codeHelp')}>
        {(field) => <Input {...field} autoComplete="one-time-code" inputMode="numeric" maxLength={10} />}
      </FormField>
      <FormActions>
        <SubmitButton form={form}>{t('turnOn')}</SubmitButton>
      </FormActions>
    </Form>
  )
}

export function AddPasskeyDialog({ hasPassword }: FactorDialogOptions) {
  const t = useTranslations('profile.secondFactor')
  const [name, setName] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const add = async (current: string, done: OnDone) => {
    setFailure(null)
    const { browserSupportsWebAuthn, startRegistration } = await import('@simplewebauthn/browser')
    if (!browserSupportsWebAuthn()) return setFailure(t('passkeyUnsupported'))
    const { data: challenge } = await trpc.account.beginPasskey.mutate({ current })
    const response = await startRegistration({ optionsJSON: challenge.options as never }).catch(() => null)
    // Cancelled, timed out or already registered: the browser has shown the reason.
    if (response === null) return setFailure(t('passkeyCancelled'))
    const { data } = await trpc.account.addPasskey.mutate({
      token: challenge.token,
      name: name.trim() === '' ? t('passkeyDefault') : name,
      response: { ...response, response: { ...response.response }, clientExtensionResults: {} },
    })
    done(data.recoveryCodes)
  }
  return (
    <FactorDialog
      trigger={<Button>{t('addPasskey')}</Button>}
      title={t('passkeyTitle')}
      successMessage={t('passkeyAdded')}
      onClosed={() => setFailure(null)}
    >
      {(done) => (
        <PasswordConfirmForm hasPassword={hasPassword} action={t('next')} onConfirm={(current) => add(current, done)}>
          <p className="text-ink-soft">{t('passkeyLead')}</p>
          {failure !== null && <Callout tone="negative">{failure}</Callout>}
          <Field label={t('passkeyName')} help={t('passkeyNameHelp')}>
            <Input
              value={name}
              placeholder={t('passkeyDefault')}
              onChange={(event) => setName(event.target.value)}
              maxLength={60}
            />
          </Field>
        </PasswordConfirmForm>
      )}
    </FactorDialog>
  )
}

export function RenewRecoveryCodesDialog({ hasPassword }: FactorDialogOptions) {
  const t = useTranslations('profile.secondFactor')
  const renew = async (current: string, done: OnDone) =>
    done((await trpc.account.renewRecoveryCodes.mutate({ current })).data.recoveryCodes)
  return (
    <FactorDialog trigger={<Button>{t('renew')}</Button>} title={t('renewTitle')} successMessage={t('renewed')}>
      {(done) => (
        <PasswordConfirmForm
          hasPassword={hasPassword}
          action={t('renew')}
          onConfirm={(current) => renew(current, done)}
        >
          <p className="text-ink-soft">{t('renewLead')}</p>
        </PasswordConfirmForm>
      )}
    </FactorDialog>
  )
}

/** @param passkeyId absent for the authenticator app */
export function RemoveSecondFactorDialog({
  passkeyId,
  name,
  hasPassword,
}: FactorDialogOptions & { passkeyId?: string; name: string }) {
  const t = useTranslations('profile.secondFactor')
  const remove = async (current: string, done: OnDone) => {
    if (passkeyId === undefined) await trpc.account.removeAuthenticatorApp.mutate({ current })
    else await trpc.account.removePasskey.mutate({ id: passkeyId, current })
    done(null)
  }
  return (
    <FactorDialog
      trigger={<Button aria-label={t('removeNamed', { name })}>{t('remove')}</Button>}
      title={t('removeTitle', { name })}
      successMessage={t('removed')}
    >
      {(done) => (
        <PasswordConfirmForm
          hasPassword={hasPassword}
          action={t('remove')}
          isDangerous
          onConfirm={(current) => remove(current, done)}
        >
          <p className="text-ink-soft">{t('removeLead')}</p>
        </PasswordConfirmForm>
      )}
    </FactorDialog>
  )
}

type OnDone = (codes: string[] | null) => void
type FactorDialogProps = {
  trigger: ReactElement
  title: string
  successMessage: string
  onClosed?: () => void
  children: (done: OnDone) => ReactNode
}

function FactorDialog({ trigger, title, successMessage, onClosed, children }: FactorDialogProps) {
  const t = useTranslations('profile.secondFactor')
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const change = (next: boolean) => {
    setOpen(next)
    if (next) return
    setCodes(null)
    onClosed?.()
    router.refresh()
  }
  const done: OnDone = (newCodes) => {
    toast.success(successMessage)
    if (newCodes) setCodes(newCodes)
    else change(false)
  }
  return (
    <Dialog
      trigger={trigger}
      open={open}
      onOpenChange={change}
      size={codes ? 'medium' : 'small'}
      title={codes ? t('codesTitle') : title}
    >
      {codes ? <RecoveryCodesPanel codes={codes} onStored={() => change(false)} /> : children(done)}
    </Dialog>
  )
}
