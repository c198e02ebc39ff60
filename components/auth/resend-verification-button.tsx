'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc, useParseCallError } from '../trpc'
import { Button } from '../ui/controls/button'

type State = 'ready' | 'pending' | 'sent' | 'failed' | 'tooMany' | 'unreachable'

export function ResendVerificationButton() {
  const t = useTranslations('auth')
  const toFailure = useParseCallError()
  const [state, setState] = useState<State>('ready')

  const send = async () => {
    setState('pending')
    try {
      const { data } = await trpc.account.resendVerification.mutate()
      setState(data.mail === 'failed' ? 'failed' : 'sent')
    } catch (error) {
      setState(toFailure(error).code === 'RATE_LIMIT_EXCEEDED' ? 'tooMany' : 'unreachable')
    }
  }

  return (
    <div className="grid justify-items-start gap-2">
      <Button size="small" pending={state === 'pending'} onClick={() => void send()}>
        {t('verify.resend')}
      </Button>
      <p role="status" className="text-13 text-ink-soft empty:hidden">
        {state === 'ready' || state === 'pending' ? '' : t(`verify.mail.${state}`)}
      </p>
    </div>
  )
}
