'use client'

import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Account, MemberAccount } from '@/server/auth/schema'
import { sessionTrpc, useToFailure } from '../trpc'
import { Callout } from '../ui/content/callout'
import { Button } from '../ui/controls/button'
import { Input } from '../ui/controls/input'
import { PasswordInput } from '../ui/controls/password-input'
import { Field } from '../ui/forms/field'
import { readTexts } from '../ui/forms/read-texts'
import { Dialog } from '../ui/overlays/dialog'
import { type Lost, settleSession } from './lost'
import { reloadPage } from './reload-page'
import { type Outcome, passkeyHere, type Refusal, signInHere, takeSecondStep } from './sign-in-here'

export type SessionDialogProps = { lost: Lost; user: PageOf['user']; organization: PageOf['organization'] }

type PageOf = {
  user: Pick<Account['user'], 'id' | 'email'>
  organization: Pick<MemberAccount['organization'], 'id' | 'name'>
}

/**
 * Sign-in dialog over a page whose session has expired; continues where the user was. If another user signs in, or has signed in in another
 * tab, it names the page's user and discards the unsaved input.
 */
export function SessionDialog({ lost, ...page }: SessionDialogProps) {
  const toFailure = useToFailure()
  const [step, setStep] = useState<Lost>(lost)
  const [now, setNow] = useState<Account | null>(null)
  const [failed, setFailed] = useState<string | null>(null)

  async function goOn() {
    setFailed(null)
    try {
      const { data: account } = await sessionTrpc.account.get.query()
      if (account.user.id !== page.user.id) return other(account)
      // The same user was signed in to their default organization: switch back to the page's.
      if (account.organization?.id !== page.organization.id) {
        if (!account.organizations.some(({ id }) => id === page.organization.id)) return other(account)
        await sessionTrpc.account.switchOrganization.mutate({ organizationId: page.organization.id })
      }
      settleSession(true)
    } catch (error) {
      setFailed(toFailure(error).summary)
    }
  }
  function other(account: Account) {
    setNow(account)
    setStep('changed')
  }

  useEffect(() => {
    if (lost !== 'changed') return
    sessionTrpc.account.get.query().then(
      ({ data }) => setNow(data),
      // Signed out meanwhile, or unreachable: signing in shows which.
      () => setStep('ended'),
    )
  }, [lost])

  if (step === 'ended') return <SignInAgain email={page.user.email} failed={failed} onSignedIn={goOn} />
  return now && <SignedInElse page={page} now={now} failed={failed} onSignIn={() => setStep('ended')} onBack={goOn} />
}

type SignInAgainProps = { email: string; failed: string | null; onSignedIn: () => Promise<void> }

function SignInAgain({ email, failed, onSignedIn }: SignInAgainProps) {
  const t = useTranslations('common.session')
  const common = useTranslations('common')
  const formId = useId()
  const [pending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isSecond, setSecond] = useState(false)
  const password = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  // Focuses the only input; after the dialog opens, which focuses its first field.
  useEffect(() => (isSecond ? code : password).current?.focus(), [isSecond])
  const fault = (field: string) => {
    const error = refusal?.faults[field]
    return error === undefined ? {} : { error }
  }

  async function submit(typed: Record<string, string>) {
    await take(isSecond ? takeSecondStep(typed, common('unreachable')) : signInHere(typed, common('unreachable')))
  }
  async function take(step: Promise<Outcome>) {
    setPending(true)
    const outcome = await step
    if (outcome === 'secondStep') setSecond(true)
    setRefusal(typeof outcome === 'string' ? null : outcome)
    if (outcome === 'startOver') {
      setSecond(false)
      setRefusal({ message: t('over'), faults: {} })
    }
    if (outcome === 'open') await onSignedIn()
    setPending(false)
  }

  const isAtField = Object.keys(refusal?.faults ?? {}).length > 0
  const said = failed ?? (isAtField ? null : refusal?.message)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !pending && settleSession(false)}
      title={t('endedTitle')}
      description={t('ended')}
      size="small"
      footer={
        <Button type="submit" form={formId} variant="primary" pending={pending}>
          {t('signIn')}
        </Button>
      }
    >
      <form
        id={formId}
        method="post"
        noValidate
        className="grid gap-4"
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault()
          if (!pending) void submit(readTexts(event.currentTarget))
        }}
      >
        {said && <Callout tone="negative">{said}</Callout>}
        {isSecond ? (
          <>
            <Field label={t('code')} help={t('codeHelp')} {...fault('code')}>
              <Input ref={code} name="code" autoComplete="one-time-code" maxLength={40} />
            </Field>
            <Button onClick={() => void take(passkeyHere(t('passkeyRefused'), common('unreachable')))}>
              {t('passkey')}
            </Button>
          </>
        ) : (
          <>
            <Field label={t('email')} {...fault('email')}>
              <Input name="email" type="email" autoComplete="username" defaultValue={email} />
            </Field>
            <Field label={t('password')} {...fault('password')}>
              <PasswordInput ref={password} name="password" autoComplete="current-password" />
            </Field>
          </>
        )}
      </form>
    </Dialog>
  )
}

type SignedInElseProps = {
  page: PageOf
  now: Account
  failed: string | null
  onSignIn: () => void
  onBack: () => Promise<void>
}

function SignedInElse({ page, now, failed, onSignIn, onBack }: SignedInElseProps) {
  const t = useTranslations('common.session')
  const [pending, setPending] = useState(false)
  const isSamePerson = now.user.id === page.user.id
  const belongs = isSamePerson && now.organizations.some(({ id }) => id === page.organization.id)
  const words = {
    email: now.user.email,
    organization: now.organization?.name ?? '',
    pageEmail: page.user.email,
    pageOrganization: page.organization.name,
  }

  const said = now.organization
    ? t(isSamePerson ? 'changedOrganization' : 'changedUser', words)
    : t(isSamePerson ? 'leftOrganization' : 'changedPerson', words)

  async function goBack() {
    if (!belongs) return onSignIn()
    setPending(true)
    await onBack()
    setPending(false)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && settleSession(false)}
      title={t('changedTitle')}
      size="small"
      footer={
        <>
          <Button onClick={reloadPage}>{t('reload')}</Button>
          <Button variant="primary" pending={pending} onClick={() => void goBack()}>
            {belongs ? t('back', words) : t('signInAs', words)}
          </Button>
        </>
      }
    >
      <div className="grid gap-2 text-14 wrap-anywhere text-ink-soft">
        {failed && <Callout tone="negative">{failed}</Callout>}
        <p>{said}</p>
        <p>{t('reloadNote')}</p>
      </div>
    </Dialog>
  )
}
