'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ReviewSource } from '@/server/reviews/connections/schema'
import { trpc } from '../trpc'
import { Button, type ButtonLook } from '../ui/controls/button'
import { Dialog } from '../ui/overlays/dialog'
import { useMutationAction } from '../use-mutation-action'
import { CredentialsForm, takesCredentials, type WithCredentials } from './credentials-form'
import { SignInWithGoogle } from './sign-in-with-google'

export type LetInAgainProps = Pick<ButtonLook, 'variant'> & { source: ReviewSource }

export function LetInAgain({ source, ...look }: LetInAgainProps) {
  const t = useTranslations('reviews.sources')
  const label = source.status === 'disconnected' ? t('trouble.reconnect') : t('detail.credentials')
  if (source.kind === 'google')
    return <SignInWithGoogle {...look} size="small" sourceId={source.id} label={t('detail.signIn')} />
  if (takesCredentials(source)) return <NewCredentials {...look} source={source} label={label} />
  return <SwitchOn {...look} id={source.id} />
}

type NewCredentialsProps = Pick<ButtonLook, 'variant'> & { source: WithCredentials; label: string }

function NewCredentials({ source, label, ...look }: NewCredentialsProps) {
  const t = useTranslations('reviews.sources.credentials')
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      trigger={
        <Button {...look} size="small">
          {label}
        </Button>
      }
      open={open}
      onOpenChange={setOpen}
      title={t('title')}
      description={t('body')}
    >
      <CredentialsForm source={source} onDone={() => setOpen(false)} />
    </Dialog>
  )
}

/** The trial site needs no credentials. */
function SwitchOn({ id, ...look }: Pick<ButtonLook, 'variant'> & { id: string }) {
  const t = useTranslations('reviews.sources')
  const { run, pending } = useMutationAction()
  const switchOn = () =>
    run(async () => {
      await trpc.reviewSources.reconnect.mutate({ id, kind: 'sandbox' })
      return { success: t('switchedOn') }
    })
  return (
    <Button {...look} size="small" pending={pending} onClick={switchOn}>
      {t('trouble.switchOn')}
    </Button>
  )
}
