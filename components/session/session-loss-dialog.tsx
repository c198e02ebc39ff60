'use client'

import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Account, AccountWithOrganization } from '@/server/auth/schema'
import { anySessionTrpc, useParseCallError } from '../trpc'
import { Callout } from '../ui/content/callout'
import { Button } from '../ui/controls/button'
import { Input } from '../ui/controls/input'
import { PasswordInput } from '../ui/controls/password-input'
import { Field } from '../ui/forms/field'
import { readFormValues } from '../ui/forms/form-values'
import { Dialog } from '../ui/overlays/dialog'
import { reloadWithoutPrompt } from './reload-without-prompt'
import { resumeCallsAfterSessionLoss, type SessionLoss } from './session-loss'
import { postSignInForm, type SignInOutcome, type SignInRefusal, signInWithBrowserPasskey } from './sign-in-requests'

type PageIdentity = {
  user: Pick<Account['user'], 'id' | 'email'>
  organization: Pick<AccountWithOrganization['organization'], 'id' | 'name'>
}

/**
 * Sign-in dialog over a page whose session has expired. Warns that unsaved input is lost if another user signs in, or has signed in in
 * another tab.
 */
export function SessionLossDialog({ loss, ...page }: PageIdentity & { loss: SessionLoss }) {
  const toFailure = useParseCallError()
  const [step, setStep] = useState<SessionLoss>(loss)
  const [currentAccount, setCurrentAccount] = useState<Account | null>(null)
  const [failed, setFailed] = useState<string | null>(null)

  async function resume() {
    setFailed(null)
    try {
      const { data: account } = await anySessionTrpc.account.get.query()
      if (account.user.id !== page.user.id) return showOtherAccount(account)
      // The same user was signed in to their default organization: switch back to the page's.
      if (account.organization?.id !== page.organization.id) {
        if (!account.organizations.some(({ id }) => id === page.organization.id)) return showOtherAccount(account)
        await anySessionTrpc.account.switchOrganization.mutate({ organizationId: page.organization.id })
      }
      resumeCallsAfterSessionLoss(true)
    } catch (error) {
      setFailed(toFailure(error).summary)
    }
  }
  function showOtherAccount(account: Account) {
    setCurrentAccount(account)
    setStep('changed')
  }

  useEffect(() => {
    if (loss !== 'changed') return
    anySessionTrpc.account.get.query().then(
      ({ data }) => setCurrentAccount(data),
      // Signed out meanwhile, or unreachable: signing in shows which.
      () => setStep('ended'),
    )
  }, [loss])

  if (step === 'ended') return <SignInAgain email={page.user.email} failed={failed} onSignedIn={resume} />
  return (
    currentAccount && (
      <SignedInElsewhere
        page={page}
        currentAccount={currentAccount}
        failed={failed}
        onSignIn={() => setStep('ended')}
        onBack={resume}
      />
    )
  )
}

type SignInAgainProps = { email: string; failed: string | null; onSignedIn: () => Promise<void> }

function SignInAgain({ email, failed, onSignedIn }: SignInAgainProps) {
  const t = useTranslations('common.session')
  const common = useTranslations('common')
  const formId = useId()
  const [pending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<SignInRefusal | null>(null)
  const [isTwoFactor, setTwoFactor] = useState(false)
  const password = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  // Focuses the only input; after the dialog opens, which focuses its first field.
  useEffect(() => (isTwoFactor ? code : password).current?.focus(), [isTwoFactor])
  const fieldError = (field: string) => {
    const error = refusal?.faults[field]
    return error === undefined ? {} : { error }
  }

  async function attempt(step: Promise<SignInOutcome>) {
    setPending(true)
    const outcome = await step
    if (outcome === 'twoFactor') setTwoFactor(true)
    setRefusal(typeof outcome === 'string' ? null : outcome)
    if (outcome === 'startOver') {
      setTwoFactor(false)
      setRefusal({ message: t('over'), faults: {} })
    }
    if (outcome === 'open') await onSignedIn()
    setPending(false)
  }

  const isAtField = Object.keys(refusal?.faults ?? {}).length > 0
  const message = failed ?? (isAtField ? null : refusal?.message)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !pending && resumeCallsAfterSessionLoss(false)}
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
          const path = isTwoFactor ? '/sign-in/second-step' : '/sign-in'
          if (!pending) void attempt(postSignInForm(path, readFormValues(event.currentTarget), common('unreachable')))
        }}
      >
        {message && <Callout tone="negative">{message}</Callout>}
        {isTwoFactor ? (
          <>
            <Field label={t('code')} help={t('codeHelp')} {...fieldError('code')}>
              <Input ref={code} name="code" autoComplete="one-time-code" maxLength={40} />
            </Field>
            <Button onClick={() => void attempt(signInWithBrowserPasskey(t('passkeyRefused'), common('unreachable')))}>
              {t('passkey')}
            </Button>
          </>
        ) : (
          <>
            <Field label={t('email')} {...fieldError('email')}>
              <Input name="email" type="email" autoComplete="username" defaultValue={email} />
            </Field>
            <Field label={t('password')} {...fieldError('password')}>
              <PasswordInput ref={password} name="password" autoComplete="current-password" />
            </Field>
          </>
        )}
      </form>
    </Dialog>
  )
}

type SignedInElsewhereProps = {
  page: PageIdentity
  currentAccount: Account
  failed: string | null
  onSignIn: () => void
  onBack: () => Promise<void>
}

function SignedInElsewhere({ page, currentAccount, failed, onSignIn, onBack }: SignedInElsewhereProps) {
  const t = useTranslations('common.session')
  const [pending, setPending] = useState(false)
  const isSamePerson = currentAccount.user.id === page.user.id
  const canReturn = isSamePerson && currentAccount.organizations.some(({ id }) => id === page.organization.id)
  const names = {
    email: currentAccount.user.email,
    organization: currentAccount.organization?.name ?? '',
    pageEmail: page.user.email,
    pageOrganization: page.organization.name,
  }

  const message = currentAccount.organization
    ? t(isSamePerson ? 'changedOrganization' : 'changedUser', names)
    : t(isSamePerson ? 'leftOrganization' : 'changedPerson', names)

  async function goBack() {
    if (!canReturn) return onSignIn()
    setPending(true)
    await onBack()
    setPending(false)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && resumeCallsAfterSessionLoss(false)}
      title={t('changedTitle')}
      size="small"
      footer={
        <>
          <Button onClick={reloadWithoutPrompt}>{t('reload')}</Button>
          <Button variant="primary" pending={pending} onClick={() => void goBack()}>
            {canReturn ? t('back', names) : t('signInAs', names)}
          </Button>
        </>
      }
    >
      <div className="grid gap-2 text-14 wrap-anywhere text-ink-soft">
        {failed && <Callout tone="negative">{failed}</Callout>}
        <p>{message}</p>
        <p>{t('reloadNote')}</p>
      </div>
    </Dialog>
  )
}
