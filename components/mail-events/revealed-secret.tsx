'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { MailEventProvider } from '@/server/message-events/intake/constants'
import { trpc } from '../trpc'
import { InlineCode } from '../ui/content/code-block'
import { Button } from '../ui/controls/button'
import { CopyButton } from '../ui/controls/copy-button'
import { useMutationAction } from '../use-mutation-action'

/** Revealed on request only, in case the screen is shared. For Postmark it is part of the address. */
export function RevealedSecret({ id, provider }: { id: string; provider: MailEventProvider }) {
  const t = useTranslations('mailEvents')
  const { run, pending } = useMutationAction()
  const [revealed, setRevealed] = useState<string | null>(null)

  const show = () =>
    run(async () => {
      const { data } = await trpc.mailEvents.secret.mutate({ id })
      setRevealed(provider === 'postmark' ? data.addressWithSecret : data.secret)
      return {}
    })

  return (
    <span className="flex min-w-0 flex-wrap items-center gap-2">
      {revealed !== null && (
        <span className="flex min-w-0 items-center gap-1">
          <InlineCode>{revealed}</InlineCode>
          <CopyButton text={revealed} />
        </span>
      )}
      <Button size="small" pending={pending} onClick={revealed === null ? show : () => setRevealed(null)}>
        {revealed === null ? t(provider === 'postmark' ? 'showAddress' : 'show') : t('hide')}
      </Button>
    </span>
  )
}
