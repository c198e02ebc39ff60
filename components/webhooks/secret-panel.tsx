'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { SubscriptionSecrets } from '@/server/webhooks/schema'
import { trpc } from '../trpc'
import { InlineCode } from '../ui/content/code-block'
import { Time } from '../ui/content/time'
import { Button } from '../ui/controls/button'
import { CopyButton } from '../ui/controls/copy-button'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { useMutationAction } from '../use-mutation-action'

/** Revealed on request only, in case the screen is shared. Until `previousSecretUntil` the previous secret signs as well. */
export function SecretPanel({ id, previousSecretUntil }: { id: string; previousSecretUntil: string | null }) {
  const t = useTranslations('webhooks.secret')
  const { perform, run, pending } = useMutationAction()
  const [revealed, setRevealed] = useState<SubscriptionSecrets | null>(null)

  const show = () =>
    run(async () => {
      setRevealed((await trpc.webhookConsole.secret.mutate({ id })).data)
      return {}
    })
  const rotate = async () => {
    await perform(async () => {
      await trpc.webhookConsole.rotateSecret.mutate({ id })
      return { success: t('rotated') }
    })
    show()
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      {revealed ? (
        <div className="grid min-w-0 basis-full gap-2">
          <Secret value={revealed.secret} />
          {revealed.previousSecret !== null && <Secret value={revealed.previousSecret} label={t('previous')} />}
        </div>
      ) : (
        <span className="text-ink-faint">
          <span aria-hidden>whsec_••••••••••••</span>
          <span className="sr-only">{t('hidden')}</span>
        </span>
      )}
      <span className="flex flex-wrap gap-2">
        <Button size="small" pending={pending && !revealed} onClick={revealed ? () => setRevealed(null) : show}>
          {t(revealed ? 'hide' : 'show')}
        </Button>
        <ConfirmDialog
          trigger={<Button size="small">{t('rotate')}</Button>}
          title={t('rotateTitle')}
          action={t('rotateAction')}
          tone="primary"
          onConfirm={rotate}
        >
          <p>{t('rotateBody')}</p>
          {previousSecretUntil !== null && <p>{t('rotateAgain')}</p>}
        </ConfirmDialog>
      </span>
      {previousSecretUntil !== null && (
        <p className="basis-full text-13 text-ink-soft">
          {t.rich('previousUntil', { date: () => <Time value={previousSecretUntil} as="datetime" /> })}
        </p>
      )}
    </div>
  )
}

function Secret({ value, label }: { value: string; label?: string }) {
  return (
    <span className="grid max-w-full gap-0.5">
      {label !== undefined && <span className="text-13 text-ink-faint">{label}</span>}
      <span className="flex min-w-0 items-center gap-1">
        <InlineCode>{value}</InlineCode>
        <CopyButton text={value} />
      </span>
    </span>
  )
}
