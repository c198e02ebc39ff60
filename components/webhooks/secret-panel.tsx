'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { InlineCode } from '../ui/content/code-block'
import { Time } from '../ui/content/time'
import { Button } from '../ui/controls/button'
import { CopyButton } from '../ui/controls/copy-button'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { useMutationAction } from '../use-mutation-action'

export type SecretPanelProps = {
  id: string
  /** Until then the previous secret signs as well. */
  previousSecretUntil: string | null
}

type RevealedSecret = { secret: string; previousSecret: string | null }

/** Revealed on request only, in case the screen is shared. */
export function SecretPanel({ id, previousSecretUntil }: SecretPanelProps) {
  const t = useTranslations('webhooks.secret')
  const { perform, run, pending } = useMutationAction()
  const [revealed, setRevealed] = useState<RevealedSecret | null>(null)

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
        {revealed ? (
          <Button size="small" onClick={() => setRevealed(null)}>
            {t('hide')}
          </Button>
        ) : (
          <Button size="small" pending={pending} onClick={show}>
            {t('show')}
          </Button>
        )}
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
