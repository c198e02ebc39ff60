'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import { PasswordInput } from '../ui/password-input'
import { AuthForm, errorOf } from './auth-form'
import { signIn, signUp } from './session'

type Fault = { message: string; details: Record<string, string[]> }

/** A person and their organization; afterwards they are signed in. */
export function SignUpForm() {
  const t = useTranslations('auth')
  const router = useRouter()
  const [pending, setPending] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const details = fault?.details ?? {}

  const submit = async (input: Record<string, string>) => {
    setPending(true)
    const outcome = await signUp(input).catch((): Fault => ({ message: t('unreachable'), details: {} }))
    setFault(outcome)
    if (outcome) return setPending(false)
    const signedIn = await signIn(input.email ?? '', input.password ?? '')
    router.replace(signedIn === 'in' ? '/' : '/sign-in')
    router.refresh()
  }

  return (
    <AuthForm
      submit={t('signUp.submit')}
      pending={pending}
      error={fault && Object.keys(details).length === 0 ? fault.message : null}
      onSubmit={(input) => void submit(input)}
    >
      <Field label={t('name')} {...errorOf(details, 'name')}>
        <Input name="name" autoComplete="name" maxLength={100} required />
      </Field>
      <Field
        label={t('organizationName')}
        help={t('signUp.organizationHelp')}
        {...errorOf(details, 'organizationName')}
      >
        <Input name="organizationName" autoComplete="organization" maxLength={100} required />
      </Field>
      <Field label={t('email')} {...errorOf(details, 'email')}>
        <Input name="email" type="email" autoComplete="username" inputMode="email" spellCheck={false} required />
      </Field>
      <Field label={t('password')} help={t('signUp.passwordHelp')} {...errorOf(details, 'password')}>
        <PasswordInput name="password" autoComplete="new-password" maxLength={128} required />
      </Field>
    </AuthForm>
  )
}
