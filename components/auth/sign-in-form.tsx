'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Input } from '../ui/controls/input'
import { PasswordInput } from '../ui/controls/password-input'
import { Field } from '../ui/forms/field'
import { AuthForm } from './auth-form'
import { signIn } from './session'

/** Email address and password; afterwards the overview. */
export function SignInForm() {
  const t = useTranslations('auth')
  const router = useRouter()
  const [state, setState] = useState<'ready' | 'pending' | 'refused' | 'unavailable'>('ready')

  const submit = async ({ email = '', password = '' }: Record<string, string>) => {
    setState('pending')
    const outcome = await signIn(email, password)
    if (outcome !== 'in') return setState(outcome)
    // Whatever was drawn for nobody, or for somebody else, is forgotten.
    router.replace('/')
    router.refresh()
  }

  return (
    <AuthForm
      submit={t('signIn.submit')}
      pending={state === 'pending'}
      error={state === 'refused' ? t('signIn.failed') : state === 'unavailable' ? t('signIn.unavailable') : null}
      onSubmit={(fields) => void submit(fields)}
    >
      <Field label={t('email')}>
        <Input name="email" type="email" autoComplete="username" inputMode="email" spellCheck={false} required />
      </Field>
      <Field label={t('password')}>
        <PasswordInput name="password" autoComplete="current-password" required />
      </Field>
    </AuthForm>
  )
}
