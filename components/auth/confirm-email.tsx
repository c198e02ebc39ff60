'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { AuthForm } from './auth-form'
import { verifyEmail } from './session'
import { Verified } from './verified'

/** The button that uses a verification link up; opening the page does not, because mail scanners open pages too. */
export function ConfirmEmail({ token, email }: { token: string; email: string }) {
  const t = useTranslations('auth')
  const [state, setState] = useState<'ready' | 'pending' | 'verified' | 'refused' | 'unavailable'>('ready')

  const submit = async () => {
    setState('pending')
    setState(await verifyEmail(token))
  }

  if (state === 'verified')
    return <Verified title={t('verify.doneTitle')} lead={t('verify.done')} open={t('verify.open')} />
  return (
    <>
      <header className="grid gap-1.5">
        <h1 className="text-28 font-semibold tracking-tight">{t('verify.title')}</h1>
        <p className="break-words text-ink-soft">{t('verify.lead', { email })}</p>
      </header>
      <AuthForm
        submit={t('verify.submit')}
        pending={state === 'pending'}
        error={state === 'refused' ? t('verify.refused') : state === 'unavailable' ? t('unreachable') : null}
        onSubmit={() => void submit()}
      >
        {null}
      </AuthForm>
    </>
  )
}
