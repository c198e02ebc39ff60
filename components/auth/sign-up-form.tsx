'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Input } from '../ui/controls/input'
import { PasswordInput } from '../ui/controls/password-input'
import { Field } from '../ui/forms/field'
import { AuthForm, fieldError } from './auth-form'
import { signIn, signUp } from './session'

type Fault = { message: string; details: Record<string, string[]> }

/**
 * A person and their organization; afterwards they are signed in, and told where their address has to be confirmed.
 * `domains` are those that an address must be at; none where any may sign up.
 */
export function SignUpForm({ domains }: { domains: readonly string[] }) {
  const t = useTranslations('auth')
  const router = useRouter()
  const [pending, setPending] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const details = fault?.details ?? {}

  const submit = async (input: Record<string, string>) => {
    setPending(true)
    const outcome = await signUp(input).catch(() => ({ fault: { message: t('unreachable'), details: {} } }))
    setFault('fault' in outcome ? outcome.fault : null)
    if ('fault' in outcome) return setPending(false)
    const signedIn = await signIn(input.email ?? '', input.password ?? '')
    const next = outcome.mail === 'not_needed' ? '/' : `/check-email?mail=${outcome.mail}`
    router.replace(signedIn === 'in' ? next : '/sign-in')
    router.refresh()
  }

  return (
    <AuthForm
      submit={t('signUp.submit')}
      pending={pending}
      error={fault && Object.keys(details).length === 0 ? fault.message : null}
      onSubmit={(input) => void submit(input)}
    >
      <Field label={t('name')} {...fieldError(details, 'name')}>
        <Input name="name" autoComplete="name" maxLength={100} required />
      </Field>
      <Field
        label={t('organizationName')}
        help={t('signUp.organizationHelp')}
        {...fieldError(details, 'organizationName')}
      >
        <Input name="organizationName" autoComplete="organization" maxLength={100} required />
      </Field>
      <Field
        label={t('email')}
        {...(domains.length > 0 ? { help: t('signUp.domains', { domains: domains.join(', ') }) } : {})}
        {...fieldError(details, 'email')}
      >
        <Input name="email" type="email" autoComplete="username" inputMode="email" spellCheck={false} required />
      </Field>
      <Field label={t('password')} help={t('signUp.passwordHelp')} {...fieldError(details, 'password')}>
        <PasswordInput name="password" autoComplete="new-password" maxLength={128} required />
      </Field>
    </AuthForm>
  )
}
